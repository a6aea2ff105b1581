// Starting one rank.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::mpiexec {

// What is the same for every rank.
struct Program {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment;  // on top of the launcher's own
  std::string job_id;
  int job_key_fd = -1;
  int ranks = 1;
  rlimit descriptors{};  // the limit to give back to the ranks
};

// What the launcher holds of a running rank.
struct Process {
  pid_t pid = -1;
  base::Fd pidfd;
  base::Fd out;
  base::Fd err;
  base::Fd pmi;
};

// The exit codes that shells use.
constexpr int kExitNotFound = 127;
constexpr int kExitNotExecutable = 126;

// Starts `rank` in a process group of its own and returns once its program runs. `stdin_fd` becomes its stdin.
// The launcher's ends are non-blocking. If the program cannot be executed, *exit_code is what a shell would return.
Status spawn(const Program& program, int rank, int stdin_fd, Process* out, int* exit_code);

}  // namespace penstock::mpiexec
