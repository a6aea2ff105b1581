// Threads of every rank, all parts of MPI at once: mpiexec -n N mixed_test [--threads N] [--rounds N] [--seed N]
// Each thread runs every case once a round, in an order of its own that the seed gives. Ends by count, never by time.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "mixed.hpp"
#include "mpi_test.hpp"

namespace penstock::test {

Worker::Worker(int thread, unsigned seed, MPI_Comm of_thread, MPI_Comm of_all)
    : number(thread),
      own(of_thread),
      shared(of_all),
      rank(rank_in(of_thread)),
      size(size_of(of_thread)),
      next((rank + 1) % size),
      previous((rank + size - 1) % size),
      random_(seed * 1009 + static_cast<unsigned>(thread)) {}

std::size_t Worker::pick_bytes() {
  constexpr std::size_t kBytes[] = {0, 1, 8, 64, 1000, 4096, 8193, 16385, 70'000, 300'000};
  return kBytes[pick(static_cast<int>(std::size(kBytes)))];
}

namespace {

struct Options {
  int threads = 8;
  int rounds = 3;
  int seed = 1;
};

struct Counts {
  long cases = 0;
  long skipped = 0;
};

std::vector<MixedCase> all_cases() {
  std::vector<MixedCase> all;
  for (const MixedCases& part : {message_cases(), collective_cases(), communicator_cases(), object_cases()}) {
    all.insert(all.end(), part.rows, part.rows + part.count);
  }
  return all;
}

Counts run_rounds(Worker& worker, const Options& options) {
  std::vector<MixedCase> cases = all_cases();
  Counts counts;
  for (int round = 0; round < options.rounds; ++round) {
    std::shuffle(cases.begin(), cases.end(), worker.random());
    for (const MixedCase& each : cases) {
      const ::testing::ScopedTrace where(__FILE__, __LINE__,
                                         std::string(each.name) + ", thread " + std::to_string(worker.number) + ", round " +
                                             std::to_string(round) + ", seed " + std::to_string(options.seed));
      if (worker.size < each.min_ranks) {
        ++counts.skipped;
        continue;
      }
      each.run(worker);
      ++counts.cases;
    }
  }
  return counts;
}

Counts run_threads(const Options& options) {
  MPI_Comm shared = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &shared));
  std::vector<MPI_Comm> own(static_cast<std::size_t>(options.threads), MPI_COMM_NULL);
  std::vector<Counts> counts(own.size());
  std::vector<std::thread> threads;
  for (MPI_Comm& comm : own) EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  for (int i = 0; i < options.threads; ++i) {
    threads.emplace_back([&, i] {
      const auto at = static_cast<std::size_t>(i);
      Worker worker(i, static_cast<unsigned>(options.seed), own[at], shared);
      counts[at] = run_rounds(worker, options);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (MPI_Comm& comm : own) EXPECT_MPI(MPI_Comm_free(&comm));
  EXPECT_MPI(MPI_Comm_free(&shared));
  Counts all;
  for (const Counts& part : counts) {
    all.cases += part.cases;
    all.skipped += part.skipped;
  }
  return all;
}

bool parse(int argc, char** argv, Options* out) {
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    int* const to = name == "--threads"  ? &out->threads
                    : name == "--rounds" ? &out->rounds
                    : name == "--seed"   ? &out->seed
                                         : nullptr;
    if (to == nullptr || i + 1 == argc) return false;
    *to = std::atoi(argv[i + 1]);
    if (*to < 1) return false;
  }
  return true;
}

// Adds the cases and skips of all ranks, and finds out if any rank failed; rank 0 prints them.
bool told(const Counts& counts, const Options& options) {
  const long mine[] = {counts.cases, counts.skipped, ::testing::UnitTest::GetInstance()->Failed() ? 1L : 0L};
  long all[] = {0, 0, 1};
  if (MPI_Allreduce(mine, all, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD) != MPI_SUCCESS) return false;
  if (rank() == 0) {
    std::printf("%ld cases, %ld skipped, %ld ranks of %d failed (%d threads a rank, %d rounds, seed %d)\n", all[0], all[1],
                all[2], size(), options.threads, options.rounds, options.seed);
  }
  const long expected = static_cast<long>(all_cases().size()) * options.threads * options.rounds * size();
  return all[2] == 0 && all[0] + all[1] == expected;
}

int run(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  Options options;
  if (!parse(argc, argv, &options)) {
    std::fprintf(stderr, "usage: mixed_test [--threads N] [--rounds N] [--seed N]\n");
    return 2;
  }
  int level = -1;
  int tool_level = -1;
  if (MPI_T_init_thread(MPI_THREAD_MULTIPLE, &tool_level) != MPI_SUCCESS) return 1;
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level) != MPI_SUCCESS || level != MPI_THREAD_MULTIPLE) return 1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  bool right = told(run_threads(options), options);
  if (MPI_Finalize() != MPI_SUCCESS) right = false;
  if (MPI_T_finalize() != MPI_SUCCESS) right = false;
  return right ? 0 : 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  return penstock::test::run(argc, argv);
}
