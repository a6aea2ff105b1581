// One collective in one shot (one_shot.hpp), if all members' data are as their kernels need them.
#pragma once

#include "coll/device/device_call.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Of a call for which serves_one_shot(). Members say on the board that they are there, and how their data are; all launch, or
// all go another way: over the host, or by build_by_cards().
void build_one_shot(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host);

}  // namespace penstock::coll
