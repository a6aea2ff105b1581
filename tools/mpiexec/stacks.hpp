// Where each rank is, for somebody who wonders why a job does not end: the stacks of its threads by gdb or eu-stack, else what
// the kernel says of them.
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
// The first that is on PATH.
[[nodiscard]] StackTool find_stack_tool();

// One program at work on one process.
struct StackRun {
  pid_t pid = -1;
  base::Fd output;  // non-blocking; its end is the tool's
};
// The tool is killed with us.
Status start_stack_tool(const StackTool& tool, pid_t process, StackRun* out);

// The lines of a tool's output that are stacks; empty where there are none.
[[nodiscard]] std::string stack_lines(std::string_view said);

// Each thread of a process: its name, whether it runs or sleeps, and in which function of the kernel.
[[nodiscard]] std::string thread_states(pid_t process);

}  // namespace penstock::mpiexec
