// Start and end of MPI, threads, the processor's name.
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "api/checks.hpp"
#include "api/gen/bodies.hpp"
#include "api/tool_call.hpp"
#include "core/process.hpp"

namespace penstock::api::body {
namespace {

Status init(int required, int* provided) {
  if (phase() == Phase::kForked) {
    return Status::error(Code::kNotInitialized,
                         "this process is a forked child of a rank and cannot become one; start it as a program of its own");
  }
  if (phase() != Phase::kBefore) {
    return Status::error(Code::kNotInitialized, "called {}; MPI is initialised once in a program",
                         phase() == Phase::kAfter ? "after MPI_Finalize" : "twice");
  }
  std::unique_ptr<core::Process> made;
  PENSTOCK_TRY(core::Process::create(&made, tools().assigned()));
  made->set_thread_level(required);
  made->made_by_init = true;
  *provided = made->thread_level;
  tools().join(*made);
  publish(made.release());  // until MPI_Finalize: a program that exits without it must not run destructors of a live job
  return Status::ok();
}

}  // namespace

Status Init(Call& /*call*/, int* /*argc*/, char*** /*argv*/) {
  int provided = MPI_THREAD_SINGLE;
  return init(MPI_THREAD_SINGLE, &provided);
}

Status Init_thread(Call& /*call*/, int* /*argc*/, char*** /*argv*/, int required, int* provided) {
  const bool known = required == MPI_THREAD_SINGLE || required == MPI_THREAD_FUNNELED || required == MPI_THREAD_SERIALIZED ||
                     required == MPI_THREAD_MULTIPLE;
  if (!known) return Status::error(Code::kArg, "required is {}, which is no thread level", required);
  return init(required, provided);
}

Status Finalize(Call& call) {
  // Handlers at exit that a child inherits call this: there is nothing to end in it.
  if (phase() == Phase::kForked) return Status::ok();
  PENSTOCK_TRY(check_running(call));
  core::Process& process = call.process();
  PENSTOCK_TRY(process.finalize());
  call.unlock();
  tools().part(process, [] { publish(nullptr); });
  if (process.made_by_init) delete &process;
  return Status::ok();
}

Status Abort(Call& call, core::Comm& /*comm*/, int errorcode) {
  call.process().abort(errorcode, "MPI_Abort was called");
}

Status Query_thread(Call& call, int* provided) {
  *provided = call.process().thread_level;
  return Status::ok();
}

Status Is_thread_main(Call& call, int* flag) {
  *flag = call.process().on_main_thread() ? 1 : 0;
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
