// Starts one rank.
#pragma once

#include <string>

#include <sys/resource.h>
#include <sys/types.h>

#include "base/fd.hpp"
#include "base/status.hpp"
#include "mpiexec/options.hpp"
#include "mpiexec/placement.hpp"

namespace penstock::mpiexec {

// The parameters that are the same for every rank.
struct Common {
  std::string job_id;
  int job_key_fd = -1;
  int segments_fd = -1;  // boot/inherited.hpp; -1: none
  int ranks = 1;
  rlimit descriptors{};  // the limit that ranks get back
};

// The parameters of one rank. It does not own the objects that its pointers name.
struct Start {
  int rank = 0;
  int app_number = 0;
  const Part* part = nullptr;
  int stdin_fd = -1;                  // becomes its stdin
  const Cpus* cpus = nullptr;         // null: the processors of the launcher
  const std::string* gpus = nullptr;  // its CUDA_VISIBLE_DEVICES; null: the launcher's
  bool merge_output = false;          // its stderr is its stdout; the launcher's end of the pipe for stderr stays empty
  bool gpus_numbered = false;         // `gpus` has numbers in the order of the PCI bus
};

// The launcher's handles of a running rank.
struct Process {
  pid_t pid = -1;
  base::Fd pidfd;
  base::Fd out;
  base::Fd err;
  base::Fd pmi;
};

// These are the exit codes of shells.
constexpr int kExitNotFound = 127;
constexpr int kExitNotExecutable = 126;

// Starts a rank in a process group of its own and returns once its program runs. The launcher's ends of the pipes are
// non-blocking. If the program cannot be executed, *exit_code is the code that a shell would return.
Status spawn(const Common& common, const Start& start, Process* out, int* exit_code);

}  // namespace penstock::mpiexec
