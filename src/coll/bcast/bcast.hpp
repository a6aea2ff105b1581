// Broadcast algorithms. `recv` is the data, `root` where it starts.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// All members have shared buffers.
void bcast_shm(Schedule& schedule, const Arguments& arguments);
template <int kRadix>  // 2, 4, 8
void bcast_knomial(Schedule& schedule, const Arguments& arguments);
// A chain and a binary tree of ranks, the data cut into pieces.
void bcast_pipeline(Schedule& schedule, const Arguments& arguments);
void bcast_binary_pipeline(Schedule& schedule, const Arguments& arguments);
void bcast_scatter_ring(Schedule& schedule, const Arguments& arguments);
// A power of two of ranks.
void bcast_scatter_doubling(Schedule& schedule, const Arguments& arguments);
// Several nodes.
void bcast_hierarchical(Schedule& schedule, const Arguments& arguments);
// Between groups.
void bcast_leader(Schedule& schedule, const Arguments& arguments);

// Along a k-nomial tree of this rank's own group from `root`, which has the data after `ready`. Returns the step after which
// they are here.
Step bcast_tree(Schedule& schedule, const proto::Buffer& data, int root, Step ready, std::uint32_t message, int radix = 2);

}  // namespace penstock::coll
