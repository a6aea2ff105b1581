// This file prints the table of PENSTOCK_REPORT.
#pragma once

#include "base/status.hpp"
#include "observe/counters.hpp"
#include "runtime/start_carriers.hpp"

namespace penstock::runtime {

// Collective over the job: gathers every rank's counters over the launcher's store and prints one table on rank 0's stderr.
[[nodiscard]] Status print_report(StoreCarrier& store, observe::Counters& counters);

}  // namespace penstock::runtime
