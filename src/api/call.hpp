// What every entry point does around its body: find the process, time-stamp nothing, turn Status into an MPI error.
#pragma once

#include "api/gen/functions.hpp"  // enum class Function, one value per MPI function; function_name()
#include "base/status.hpp"
#include "mpi.h"

namespace penstock::core {
class Comm;
class Process;
}  // namespace penstock::core

namespace penstock::api {

// The process object of the calling thread: the one static object, or the thread's own under boot/threads. Null before
// MPI_Init and after MPI_Finalize.
[[nodiscard]] core::Process* process() noexcept;
// Binds a process object to this thread alone (ranks as threads). Null unbinds.
void bind_thread(core::Process* process) noexcept;

// One call in progress. Lives on the entry point's stack.
class Call {
 public:
  explicit Call(Function function) noexcept : function_(function), process_(api::process()) {}

  [[nodiscard]] Function function() const noexcept { return function_; }
  [[nodiscard]] core::Process* process_or_null() const noexcept { return process_; }
  [[nodiscard]] core::Process& process() const noexcept { return *process_; }

  // MPI_SUCCESS, or raises the failure on the handler of `comm` (null: MPI_COMM_SELF's, standard section 9.3; before
  // initialisation the initial handler, which aborts) and returns the MPI error code. The code carries its class
  // (MPI_Error_class) and keeps the sentence for MPI_Error_string: "MPI_Send: rank 2: invalid tag: ...".
  int finish(core::Comm* comm, Status&& status) noexcept;

 private:
  Function function_;
  core::Process* process_;
};

// The whole body of a function that has none yet: MPI_ERR_UNSUPPORTED_OPERATION through the handler of `comm` if it is a
// live communicator, else the default handler.
int unsupported(Function function, MPI_Comm comm) noexcept;

// Status -> MPI error class; the one place that knows both.
[[nodiscard]] int error_class(Code code) noexcept;

}  // namespace penstock::api
