// The stacks of ranks that another launcher started on other hosts: each such rank begins as this program,
// which leaves a process beside it that prints where the rank is when the time limit has passed (timeout.cpp
// does that for ranks that we start).
#pragma once

#include <string>

#include "base/status.hpp"

namespace penstock::mpiexec {

// The launcher lets a job run this much longer than --timeout, so that the stacks are printed before it ends.
inline constexpr double kStackLeadSeconds = 15;

// Leaves a process that waits `seconds`, prints this process's stacks on its stderr and ends; it ends earlier with this
// process. It is not a child of this process, and holds none of its descriptors except stdout and stderr.
Status watch_stacks(double seconds);

}  // namespace penstock::mpiexec
