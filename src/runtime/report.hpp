// The table of PENSTOCK_REPORT.
#pragma once

#include "base/status.hpp"
#include "boot/boot.hpp"
#include "observe/counters.hpp"

namespace penstock::runtime {

// Collective over the job: gathers every rank's counters through the job's key-value store and prints one table on rank 0's
// stderr.
[[nodiscard]] Status print_report(boot::Boot& boot, observe::Counters& counters);

}  // namespace penstock::runtime
