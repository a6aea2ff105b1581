// Litmus tests of what PEs may see of each other's operations, and in which order: each case is a pattern of few operations,
// repeated many times. PEs are threads, so that ThreadSanitizer checks both sides: data that a case reads without a
// synchronising word of its own must be ordered by the routines. Each case runs by loads and stores, by the engine (as under
// PENSTOCK_CHECK), and by messages between two hosts.
#pragma once

#include <gtest/gtest.h>
#include <shmem.h>

#include <array>
#include <cstdint>
#include <string>

#include "api/shmem/testing/pes_as_threads.hpp"

namespace penstock::shmem::litmus {

using Word = std::uint64_t;

constexpr std::size_t kData = 16;  // words that are put together, two cache lines
constexpr std::size_t kLine = 8;   // words of one cache line

struct Way {
  const char* name;
  int pes;
  bool checked;
  int hosts;
  Word rounds;  // rounds of a case whose PEs synchronise in each round
};

inline std::string name_of(const ::testing::TestParamInfo<Way>& info) {
  return info.param.name + std::to_string(info.param.pes);
}

// The calling PE's view, and symmetric memory of its own.
struct Here {
  Word rounds;
  int me = shmem_my_pe();
  int pes = shmem_n_pes();
  int next = (me + 1) % pes;
  int before = (me + pes - 1) % pes;
  std::size_t all = static_cast<std::size_t>(pes);

  static Word* words(std::size_t count) { return static_cast<Word*>(shmem_calloc(count, sizeof(Word))); }
};

// Returns the data that a PE puts in a round.
inline std::array<Word, kData> data_of(Word round, int pe) {
  std::array<Word, kData> out{};
  for (std::size_t i = 0; i < kData; ++i) out[i] = round * 1000 + static_cast<Word>(pe) * 100 + i;
  return out;
}

// Checks the PE's own memory without further synchronisation.
inline bool has(const Word* data, Word round, int pe) {
  const std::array<Word, kData> wanted = data_of(round, pe);
  for (std::size_t i = 0; i < kData; ++i) {
    if (data[i] != wanted[i]) return false;
  }
  return true;
}

using Litmus = ::testing::TestWithParam<Way>;

// Runs a case: `body` on each PE.
template <typename Body>
void on_pes(const Body& body) {
  const Way& way = Litmus::GetParam();
  Config config;
  config.check = way.checked;
  config.simulated_hosts = way.hosts;
  const Status ran = face::testing::run_pes_as_threads(way.pes, config, [&] { body(Here{way.rounds}); });
  EXPECT_TRUE(ran.is_ok()) << ran.message();
}

// The methods are loads and stores, the engine, and messages. The rounds are few enough for half a minute on a busy
// machine, where each wait may cost a time slice.
inline auto every_way() {
  return ::testing::Values(Way{"Direct", 2, false, 1, 2000}, Way{"Direct", 4, false, 1, 1000}, Way{"Checked", 2, true, 1, 1000},
                           Way{"Checked", 4, true, 1, 600}, Way{"Hosts", 2, false, 2, 600}, Way{"Hosts", 4, false, 2, 600});
}

}  // namespace penstock::shmem::litmus
