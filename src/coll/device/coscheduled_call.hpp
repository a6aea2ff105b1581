// One collective by one kernel on each GPU (is_coscheduled()), if all members' data are as their kernels need them.
#pragma once

#include "coll/device/device_call.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Members say in the shared buffer that they are there, and how their data are; all launch, or all go another way: over the
// host, or by build_by_rows().
void build_coscheduled(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
