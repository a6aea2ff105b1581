// Broadcast algorithms. `recv` is the data, `root` where it starts.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// All members share boards.
void bcast_board(Schedule& schedule, const Arguments& arguments);
void bcast_binomial(Schedule& schedule, const Arguments& arguments);
// Chain of ranks, the data cut into pieces of whole elements.
void bcast_pipeline(Schedule& schedule, const Arguments& arguments);
// Between groups.
void bcast_leader(Schedule& schedule, const Arguments& arguments);

// Along a binomial tree of this rank's own group from `root`, which has the data after `ready`. Returns the step after which
// they are here.
Step bcast_tree(Schedule& schedule, const proto::Buffer& data, int root, Step ready, std::uint32_t message);

}  // namespace penstock::coll
