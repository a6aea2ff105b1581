// MPI calls that say what went wrong. Every communicator and window of the program returns errors (MPI_ERRORS_RETURN).
#pragma once

#include <mpi.h>

#include <stdexcept>
#include <string>

namespace bench {

// The MPI library has no such function yet: the case is reported, not failed. All ranks get it at the same call.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A call failed, or a resource is missing: the program ends. The sentence names call, error class and remedy.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The words of the command line do not fit together or do not fit the job: exit status 2, said once.
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
