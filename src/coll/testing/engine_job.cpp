#include "coll/testing/engine_job.hpp"

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "base/log.hpp"
#include "boot/threads/threads.hpp"
#include "kernels/image.hpp"
#include "observe/counters.hpp"

namespace penstock::coll::testing {
namespace {

Status run_rank(const Config& config, boot::Boot& boot, const std::function<void(proto::Engine&)>& body) {
  Log log(base::level_of(config), boot.rank());
  std::unique_ptr<accel::Accel> accel;
  PENSTOCK_TRY(accel::Accel::create(config, log, kernels::images(), &accel));
  observe::Counters counters;
  std::unique_ptr<proto::Engine> engine;
  PENSTOCK_TRY(proto::Engine::create({config, log, boot, *accel, counters}, &engine));
  body(*engine);
  Status ended = engine->membership().shut_down();
  engine->lock().unlock();
  PENSTOCK_TRY(std::move(ended));
  return boot.finalize();
}

}  // namespace

Status run_engines(int ranks, const Config& config, const std::function<void(proto::Engine&)>& body) {
  std::vector<std::unique_ptr<boot::Boot>> boots = boot::make_thread_job(ranks);
  std::vector<Status> results(boots.size());
  std::vector<std::thread> threads;
  threads.reserve(boots.size());
  for (std::size_t i = 0; i < boots.size(); ++i) {
    threads.emplace_back([&, i] { results[i] = run_rank(config, *boots[i], body); });
  }
  for (std::thread& thread : threads) thread.join();
  for (Status& result : results) {
    if (!result.is_ok()) return std::move(result);
  }
  return Status::ok();
}

Status finish(Schedule& schedule) {
  schedule.start();
  if (!schedule.done()) schedule.engine().progress().wait_until([&] { return schedule.done(); });
  return schedule.status().clone();
}

}  // namespace penstock::coll::testing
