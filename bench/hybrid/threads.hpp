// Threads of OpenMP, and pseudo-random numbers that are the same on every machine.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <exception>

namespace bench::hybrid {

// Ends the job after a failure that the other ranks cannot know of: they would wait for this rank.
[[noreturn]] inline void end_job(const char* why) {
  std::fprintf(stderr, "%s\n", why);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::terminate();
}

// Runs body(0) to body(threads - 1), each on a thread; returns when all have ended. An exception of a body ends the job.
template <typename Body>
void on_threads(int threads, const Body& body) {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; ++thread) {
    try {
      body(thread);
    } catch (const std::exception& error) {
      end_job(error.what());
    }
  }
}

// A bijection of 64 bits in which every bit depends on all (the finaliser of SplitMix64).
inline std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace bench::hybrid
