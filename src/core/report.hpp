// The table that PENSTOCK_REPORT asks for.
#pragma once

#include "base/status.hpp"

namespace penstock::core {

class Process;

// Collective over the job: gathers every rank's counters through the job's key-value store and prints one table on rank 0's
// stderr.
[[nodiscard]] Status print_report(Process& process);

}  // namespace penstock::core
