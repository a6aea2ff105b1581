// Here ranks are threads of this process, and have threads of their own: there are three ranks, so that
// ThreadSanitizer sees everything.
#include <gtest/gtest.h>
#include <mpi.h>

#include <string>
#include <thread>
#include <vector>

#include "api/call.hpp"
#include "core/testing/run_as_threads.hpp"
#include "thread_ranks.hpp"
#include "thread_scenarios.hpp"

namespace penstock::test {

void on_ranks(const std::function<void()>& body) {
  Config config;
  const Status loaded = Config::from_environment(&config);
  ASSERT_TRUE(loaded.is_ok()) << loaded.message();
  const Status ran = core::testing::run_as_threads(3, config, [&](core::Instance& process) {
    process.set_thread_level(MPI_THREAD_MULTIPLE);
    api::bind_thread(&process);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    body();
    api::bind_thread(nullptr);
  });
  EXPECT_TRUE(ran.is_ok()) << ran.message();
}

void in_threads(int count, const std::function<void(int thread)>& body) {
  core::Instance* const process = api::instance();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < count; ++thread) {
    threads.emplace_back([&, thread] {
      api::bind_thread(process);
      body(thread);
      api::bind_thread(nullptr);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace penstock::test
