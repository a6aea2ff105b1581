// Broadcast algorithms. `recv` is the data, `root` where it starts.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members.
void bcast_shm(Schedule& schedule, const Arguments& arguments);
template <int kRadix>  // 2, 4, 8
void bcast_knomial(Schedule& schedule, const Arguments& arguments);
// These use a chain and a binary tree of ranks, and cut the data into pieces.
void bcast_pipeline(Schedule& schedule, const Arguments& arguments);
void bcast_binary_pipeline(Schedule& schedule, const Arguments& arguments);
void bcast_scatter_ring(Schedule& schedule, const Arguments& arguments);
// Needs a power of two of ranks.
void bcast_scatter_doubling(Schedule& schedule, const Arguments& arguments);
// Needs several nodes.
void bcast_hierarchical(Schedule& schedule, const Arguments& arguments);
// Serves two groups.
void bcast_leader(Schedule& schedule, const Arguments& arguments);

// Broadcasts along a k-nomial tree of this rank's own group from `root`, which has the data after `ready`. Returns the step
// after which this rank has them.
Step bcast_tree(Schedule& schedule, const proto::Buffer& data, int root, Step ready, std::uint32_t message, int radix = 2);

}  // namespace penstock::coll
