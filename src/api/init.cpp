// Start and end of MPI, threads, the processor's name.
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "api/checks.hpp"
#include "api/gen/bodies.hpp"
#include "api/life.hpp"
#include "core/process/call_watch.hpp"
#include "core/process/process.hpp"

namespace penstock::api::body {
namespace {

Status begin_world(core::Process& process, int required) {
  PENSTOCK_TRY(process.begin_world());
  // A session or OpenSHMEM may have begun for one thread: this call then runs without the lock that it will release.
  if (required == MPI_THREAD_MULTIPLE || core::call_watch_of(process) != nullptr) process.engine().lock().enable_locked();
  if (core::call_watch_of(process) != nullptr) {
    calls_watched.store(true, std::memory_order_relaxed);
    core::call_watch_of(process)->look_after_calls();
  }
  process.set_thread_level(required);
  return Status::ok();
}

Status init(Call& call, int required, int* provided) {
  if (phase() == Phase::kForked) {
    return Status::error(Code::kNotInitialized,
                         "this process is a forked child of a rank and cannot become one; start it as a program of its own");
  }
  if (phase() != Phase::kBefore) {
    return Status::error(Code::kNotInitialized, "called {}; MPI is initialised once in a program",
                         phase() == Phase::kAfter ? "after MPI_Finalize" : "twice");
  }
  PENSTOCK_TRY(begin_use(call, required));
  if (Status begun = begin_world(core::process_of(call.instance()), required); !begun.is_ok()) {
    end_use(call, Phase::kBefore);
    return begun;
  }
  publish(&call.instance(), Phase::kRunning);
  *provided = required;
  return Status::ok();
}

}  // namespace

Status Init(Call& call, int* /*argc*/, char*** /*argv*/) {
  int provided = MPI_THREAD_SINGLE;
  return init(call, MPI_THREAD_SINGLE, &provided);
}

Status Init_thread(Call& call, int* /*argc*/, char*** /*argv*/, int required, int* provided) {
  const bool known = required == MPI_THREAD_SINGLE || required == MPI_THREAD_FUNNELED || required == MPI_THREAD_SERIALIZED ||
                     required == MPI_THREAD_MULTIPLE;
  if (!known) return Status::error(Code::kArg, "required is {}, which is no thread level", required);
  return init(call, required, provided);
}

Status Finalize(Call& call) {
  // Exit handlers that a child inherits call this function, although the child has nothing to end.
  if (phase() == Phase::kForked) return Status::ok();
  if (phase() != Phase::kRunning) return not_running(call.function());
  core::Process& process = core::process_of(call.instance());
  PENSTOCK_TRY(process.end_attributes());
  if (has_other_users(call)) {
    PENSTOCK_TRY(process.end_world());
    end_use(call, Phase::kAfter);
    return Status::ok();
  }
  PENSTOCK_TRY(process.finalize());
  end_process(call);
  return Status::ok();
}

Status Abort(Call& call, core::Comm& /*comm*/, int errorcode) {
  call.instance().job().abort(errorcode, "MPI_Abort was called");
}

Status Query_thread(Call& call, int* provided) {
  *provided = call.instance().thread_level();
  return Status::ok();
}

Status Is_thread_main(Call& call, int* flag) {
  *flag = call.instance().on_main_thread() ? 1 : 0;
  return Status::ok();
}

Status Get_processor_name(Call& /*call*/, char* name, int* resultlen) {
  utsname host{};
  if (uname(&host) != 0) return Status::system(errno, "cannot read the host's name");
  const std::size_t length = std::min<std::size_t>(std::strlen(host.nodename), MPI_MAX_PROCESSOR_NAME - 1);
  std::memcpy(name, host.nodename, length);
  name[length] = '\0';
  *resultlen = static_cast<int>(length);
  return Status::ok();
}

}  // namespace penstock::api::body
