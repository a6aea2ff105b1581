#include "core/testing/run_as_threads.hpp"

#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "boot/threads/threads.hpp"
#include "core/process/process.hpp"

namespace penstock::core::testing {
namespace {

Status run_rank(const Config& config, std::unique_ptr<boot::Boot> boot, const std::function<void(Instance&)>& body) {
  std::unique_ptr<Process> process;
  PENSTOCK_TRY(Process::create(config, std::move(boot), &process));
  body(*process);
  const std::scoped_lock lock(process->engine().lock());  // as in the entry point that ends MPI
  return process->finalize();
}

}  // namespace

Status run_as_threads(int ranks, const Config& config, const std::function<void(Instance&)>& body) {
  std::vector<std::unique_ptr<boot::Boot>> boots = boot::make_thread_job(ranks);
  std::vector<Status> results(boots.size());
  std::vector<std::thread> threads;
  threads.reserve(boots.size());
  for (std::size_t i = 0; i < boots.size(); ++i) {
    threads.emplace_back([&, i] { results[i] = run_rank(config, std::move(boots[i]), body); });
  }
  for (std::thread& thread : threads) thread.join();
  for (Status& result : results) {
    if (!result.is_ok()) return std::move(result);
  }
  return Status::ok();
}

}  // namespace penstock::core::testing
