// The members of a team make a communicator of NCCL's.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Lists the steps on a schedule of a team with a shared buffer and devices (DeviceTeam::wants_nccl()). All have it afterwards,
// or none.
void build_nccl(Schedule& schedule);

}  // namespace penstock::coll
