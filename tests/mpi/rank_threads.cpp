// WINDOW_RANKS is the number of ranks; 4 if it is not set.
#include "rank_threads.hpp"

#include <mpi.h>

#include <cstdlib>
#include <mutex>

#include "api/call.hpp"
#include "core/testing/run_as_threads.hpp"

namespace penstock::test {
namespace {

int ranks_wanted() {
  const char* const text = std::getenv("WINDOW_RANKS");
  return text != nullptr ? std::atoi(text) : 4;
}

}  // namespace

void on_thread_ranks(const std::function<std::function<void()>(std::function<void()>* give_back)>& make) {
  Config config;
  const Status loaded = Config::from_environment(&config);
  ASSERT_TRUE(loaded.is_ok()) << loaded.message();
  std::mutex making;
  const Status ran = core::testing::run_as_threads(ranks_wanted(), config, [&](core::Instance& process) {
    api::bind_thread(&process);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    std::function<void()> run;
    std::function<void()> give_back;
    {
      const std::scoped_lock lock(making);
      run = make(&give_back);
    }
    run();
    {
      const std::scoped_lock lock(making);
      give_back();
    }
    api::bind_thread(nullptr);
  });
  EXPECT_TRUE(ran.is_ok()) << ran.message();
}

}  // namespace penstock::test
