// The stacks of ranks that another launcher started on other hosts: each such rank begins as this program, which leaves a
// process beside it that prints where the rank is when its time is over (timeout.cpp does that for the ranks of our own).
#pragma once

#include <string>

#include "base/status.hpp"

namespace penstock::mpiexec {

// How much longer than --timeout the launcher lets a job run, so that the stacks are printed before it ends.
inline constexpr double kStackLeadSeconds = 15;

// Leaves a process that waits `seconds`, prints this process's stacks on its stderr and ends; it ends earlier with this
// process. It is no child of it, and holds none of its descriptors but stdout and stderr.
Status watch_stacks(double seconds);

}  // namespace penstock::mpiexec
