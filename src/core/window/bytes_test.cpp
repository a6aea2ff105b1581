// These tests measure the memory that a window takes of each rank, by the number of its members. Ranks are threads of this
// process; there are at most WINDOW_BYTES_RANKS of them, or 64.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "core/collective/collective.hpp"
#include "core/testing/run_as_threads.hpp"
#include "core/window/create.hpp"
#include "core/window/keys.hpp"

namespace penstock::core {
namespace {

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}
std::vector<std::byte> copy(std::span<const std::byte> of) {
  return {of.begin(), of.end()};
}

// The keys of two members are the same for both ranks; the second key of the third member is not.
TEST(WindowKeys, KeepWhatIsNotInTheTable) {
  WindowKeys writer;
  WindowKeys reader;
  writer.keep(bytes({1, 2, 3, 4, 5, 6, 7}), {0, 3, 5, 7}, {2, 2, 1});
  reader.keep(bytes({1, 2, 3, 4, 5, 6, 8}), {0, 3, 5, 7}, {2, 2, 1});
  std::vector<std::byte> table(WindowKeys::table_bytes(3, 7));
  EXPECT_FALSE(writer.write(std::span(table).first(20)));
  reader.share(table);
  EXPECT_EQ(copy(reader.of(2).memory), bytes({8})) << "an empty table changes nothing";
  ASSERT_TRUE(writer.write(table));
  for (WindowKeys* const keys : {&writer, &reader}) {
    keys->share(table);
    EXPECT_EQ(copy(keys->of(0).control), bytes({1, 2}));
    EXPECT_EQ(copy(keys->of(0).memory), bytes({3}));
    EXPECT_EQ(copy(keys->of(1).control), bytes({4, 5}));
    EXPECT_TRUE(keys->of(1).memory.empty());
    EXPECT_EQ(copy(keys->of(2).control), bytes({6}));
  }
  EXPECT_EQ(copy(writer.of(2).memory), bytes({7}));
  EXPECT_EQ(copy(reader.of(2).memory), bytes({8}));
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // The sanitizers do not count the memory of malloc.

constexpr int kWindows = 4;

void meet(Comm& comm) {
  Collective barrier;
  ASSERT_TRUE(make_barrier(comm, &barrier).is_ok());
  ASSERT_TRUE(run(comm, std::move(barrier)).is_ok());
}

std::size_t in_use() {
  const struct mallinfo2 all = mallinfo2();
  return all.uordblks + all.hblkhd;
}

// Returns the bytes of each rank for one window, which was made and fenced.
double bytes_of_a_window(int ranks) {
  double each = 0;
  Config config;
  config.shm_cells = 64;
  config.shm_rings = 2;
  const Status ran = testing::run_as_threads(ranks, config, [&](Instance& instance) {
    const std::scoped_lock lock(instance.engine().lock());
    std::vector<Window*> windows;
    std::size_t before = 0;
    for (int i = 0; i < 2 * kWindows; ++i) {
      void* base = nullptr;
      Window* made = nullptr;
      const Status status = allocate_window(instance.world(), {64, 1, nullptr}, &base, &made);
      EXPECT_TRUE(status.is_ok()) << status.message();
      if (!status.is_ok()) return;
      EXPECT_TRUE(made->active().fence(0).is_ok());
      windows.push_back(made);
      if (i != kWindows - 1 && i != 2 * kWindows - 1) continue;
      meet(instance.world());
      if (instance.rank() == 0 && i == kWindows - 1) before = in_use();
      if (instance.rank() == 0 && i != kWindows - 1) each = static_cast<double>(in_use() - before) / kWindows / ranks;
      meet(instance.world());
    }
    for (Window* const window : windows) EXPECT_TRUE(free_window(*window).is_ok());
  });
  EXPECT_TRUE(ran.is_ok()) << ran.message();
  return each;
}

// Keys and values of the members are shared: a rank keeps a pointer for each member, and the state of the window's
// communicator, which is larger while its members meet in shared memory. Keys of each member would be some 600 bytes more.
TEST(WindowBytes, GrowByAFewWordsAMember) {
  mallopt(M_ARENA_MAX, 1);
  const char* const wanted = std::getenv("WINDOW_BYTES_RANKS");
  const int most = std::max(wanted != nullptr ? static_cast<int>(std::strtol(wanted, nullptr, 10)) : 64, 32);
  double last = 0;
  for (int ranks = 16; ranks <= most; ranks *= 2) {
    last = bytes_of_a_window(ranks);
    std::printf("%d ranks: %.0f bytes of each for a window, %.1f a member\n", ranks, last, last / ranks);
  }
  const double first = bytes_of_a_window(16);
  EXPECT_LT((last - first) / (most - 16), 160) << first << " bytes on 16 ranks, " << last << " on " << most;
}

#endif

}  // namespace
}  // namespace penstock::core
