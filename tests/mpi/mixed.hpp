// Each of several threads of a rank runs cases of every part of MPI, in an order of its own, under MPI_THREAD_MULTIPLE. The
// same thread of every rank draws the same numbers, so that these threads communicate in each case.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <random>

namespace penstock::test {

// A thread of this rank. Threads never share a worker.
class Worker {
 public:
  // This thread alone uses `own`; all threads of the rank use `shared`, with different tags.
  Worker(int number, unsigned seed, MPI_Comm own, MPI_Comm shared);

  // Returns a number below `end`, which is at least 1; the same on all ranks. Every rank must make the same draws.
  [[nodiscard]] int pick(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  // Returns the size of a message, on either side of every threshold of the protocols.
  [[nodiscard]] std::size_t pick_bytes();
  [[nodiscard]] std::mt19937& random() { return random_; }

  const int number;
  const MPI_Comm own;
  const MPI_Comm shared;
  const int rank;
  const int size;
  const int next;
  const int previous;

 private:
  std::mt19937 random_;
};

struct MixedCase {
  const char* name;
  int min_ranks;
  void (*run)(Worker& worker);
};

struct MixedCases {
  const MixedCase* rows;
  std::size_t count;
};
MixedCases message_cases();
MixedCases collective_cases();
MixedCases communicator_cases();
MixedCases object_cases();

}  // namespace penstock::test
