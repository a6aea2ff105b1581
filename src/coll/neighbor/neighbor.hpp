// Neighbourhood collectives: `neighbors` tells whom a rank exchanges with, `recvs` has a part for each edge in; each edge out
// carries `send`, or its own part of `sends`. Teams of one group.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

void neighbor_allgather_linear(Schedule& schedule, const Arguments& arguments);
void neighbor_alltoall_linear(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
