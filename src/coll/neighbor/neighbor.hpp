// Neighbourhood collectives: `neighbors` holds the edges of a rank, `recvs` has a part for each incoming edge; each outgoing
// edge carries `send`, or its own part of `sends`. Teams have one group.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

void neighbor_allgather_linear(Schedule& schedule, const Arguments& arguments);
void neighbor_alltoall_linear(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
