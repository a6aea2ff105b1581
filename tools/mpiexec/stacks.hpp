// Shows where each rank is, for a user who wonders why a job does not end: the stacks of its threads by gdb or eu-stack, or
// else the kernel's information.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::mpiexec {

// A program that prints stacks of other processes.
struct StackTool {
  enum class Kind { kNone, kGdb, kEuStack } kind = Kind::kNone;
  std::string file;
};
// Returns the first that is on PATH.
[[nodiscard]] StackTool find_stack_tool();

// One run of a tool on one process.
struct StackRun {
  pid_t pid = -1;
  base::Fd output;  // non-blocking; the tool holds the other end
};
// The tool is killed with us.
Status start_stack_tool(const StackTool& tool, pid_t process, StackRun* out);

// Returns the lines of a tool's output that are stacks; empty if there are none.
[[nodiscard]] std::string stack_lines(std::string_view said);

// Returns for each thread of a process: its name, if it runs or sleeps, and the kernel function that it is in.
[[nodiscard]] std::string thread_states(pid_t process);

}  // namespace penstock::mpiexec
