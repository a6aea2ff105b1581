#include "api/shmem/testing/pes_as_threads.hpp"

#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "api/shmem/face.hpp"
#include "boot/threads/threads.hpp"
#include "shmem/pe.hpp"
#include "shmem/stream_access.hpp"

namespace penstock::shmem::face::testing {
namespace {

// Works as the entry points that begin and end OpenSHMEM.
Status run_pe(const Config& config, std::unique_ptr<boot::Boot> boot, const std::function<void()>& body) {
  std::unique_ptr<runtime::Job> job;
  PENSTOCK_TRY(runtime::Job::prepare(config, std::move(boot), &job));
  PENSTOCK_TRY(job->begin());
  auto pe = std::make_unique<Pe>(*job, Pe::Data::kPrivate);
  {
    const std::scoped_lock lock(job->engine().lock());
    PENSTOCK_TRY(pe->open(&view));
    begin_streams(*pe, &view);
  }
  body();
  const std::scoped_lock lock(job->engine().lock());
  PENSTOCK_TRY(pe->close());
  pe.reset();
  job->stop_helping();
  return job->part();
}

}  // namespace

Status run_pes_as_threads(int pes, const Config& config, const std::function<void()>& body) {
  std::vector<std::unique_ptr<boot::Boot>> boots = boot::make_thread_job(pes);
  std::vector<Status> results(boots.size());
  std::vector<std::thread> threads;
  threads.reserve(boots.size());
  for (std::size_t i = 0; i < boots.size(); ++i) {
    threads.emplace_back([&, i] { results[i] = run_pe(config, std::move(boots[i]), body); });
  }
  for (std::thread& thread : threads) thread.join();
  for (Status& result : results) {
    if (!result.is_ok()) return std::move(result);
  }
  return Status::ok();
}

}  // namespace penstock::shmem::face::testing
