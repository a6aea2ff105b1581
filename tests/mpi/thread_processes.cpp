// Here ranks are processes: mpiexec starts them, main.cpp initialises MPI.
#include <mpi.h>

#include <thread>
#include <vector>

#include "thread_ranks.hpp"
#include "thread_scenarios.hpp"

namespace penstock::test {

void on_ranks(const std::function<void()>& body) {
  MPI_Barrier(MPI_COMM_WORLD);
  body();
}

void in_threads(int count, const std::function<void(int thread)>& body) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < count; ++thread) threads.emplace_back(body, thread);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace penstock::test
