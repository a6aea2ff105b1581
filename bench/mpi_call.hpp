// MPI calls that report errors. Every communicator and window of the program returns errors (MPI_ERRORS_RETURN).
#pragma once

#include <mpi.h>

#include <stdexcept>
#include <string>

namespace bench {

// Thrown if the MPI library lacks the function: the case is reported, not failed. All ranks throw it at the same call.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Thrown if a call failed, or a resource is missing: the program ends. The message names call, error class and remedy.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Thrown if the options contradict each other or do not fit the job: exit status 2, with one message.
struct BadWords : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws Unsupported for the class MPI_ERR_UNSUPPORTED_OPERATION, Failure for any other.
[[noreturn]] void raise(int code, const char* call);

inline void check(int code, const char* call) {
  if (code != MPI_SUCCESS) [[unlikely]]
    raise(code, call);
}

}  // namespace bench
