// A whole job in one process, for tests: each rank is a Job on a thread of its own, with a team of all ranks.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "boot/threads/threads.hpp"
#include "runtime/job.hpp"
#include "runtime/team_carrier.hpp"

namespace penstock::runtime::testing {

inline void expect_ok(const Status& status) {
  EXPECT_TRUE(status.is_ok()) << status.message();
}

// It is called with the engine's lock held.
using RankBody = std::function<void(Job& job, TeamSetup& setup)>;

inline Status run_rank(const Config& config, std::unique_ptr<boot::Boot> boot, const RankBody& body) {
  std::unique_ptr<Job> job;
  PENSTOCK_TRY(Job::prepare(config, std::move(boot), &job));
  PENSTOCK_TRY(job->begin());
  std::vector<int> world(static_cast<std::size_t>(job->size()));
  std::iota(world.begin(), world.end(), 0);
  const std::scoped_lock lock(job->engine().lock());
  {
    TeamResources team(*job, {0, 0}, job->rank(), world);
    TeamSetup setup(team);
    body(*job, setup);
    PENSTOCK_TRY(setup.finish_now());
  }
  job->stop_helping();
  return job->part();
}

// Runs one thread for each rank; each passes its place in the job on.
inline void on_threads(int ranks, const std::function<Status(std::unique_ptr<boot::Boot> boot)>& body) {
  std::vector<std::unique_ptr<boot::Boot>> boots = boot::make_thread_job(ranks);
  std::vector<std::thread> threads;
  for (std::unique_ptr<boot::Boot>& boot : boots) {
    threads.emplace_back([&body, mine = std::move(boot)]() mutable { expect_ok(body(std::move(mine))); });
  }
  for (std::thread& thread : threads) thread.join();
}

inline void run_as_threads(int ranks, const Config& config, const RankBody& body) {
  on_threads(ranks, [&](std::unique_ptr<boot::Boot> boot) { return run_rank(config, std::move(boot), body); });
}

}  // namespace penstock::runtime::testing
