// The process acquisition interface of MPI debuggers (MPIR 1.1): they read and set these symbols of the running mpiexec.
#pragma once

#include <sys/types.h>
#include <string>
#include <vector>

namespace penstock::mpiexec {

struct Acquired {
  std::string program;
  pid_t pid = -1;
};

// Fills MPIR_proctable, rank by rank, sets MPIR_DEBUG_SPAWNED and calls MPIR_Breakpoint(), where a debugger that started
// mpiexec stops it. Ranks wait in MPI_Init meanwhile, since mpiexec does not answer them.
void announce_ranks(const std::vector<Acquired>& ranks, const std::string& host);

// Sets MPIR_DEBUG_ABORTING and the reason.
void announce_abort(const std::string& why);

}  // namespace penstock::mpiexec
