// Reduce-scatter algorithms: `send` (in place: `recv`) holds a block for each rank, of `counts[i]` elements, or in the block
// form of `send.count` (in place: `recv.count`) each; `recv` is this rank's block of the result.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Serves any reduction: operands are combined in rank order unless it commutes.
void reduce_scatter_tree(Schedule& schedule, const Arguments& arguments);
void reduce_scatter_block_tree(Schedule& schedule, const Arguments& arguments);
void reduce_scatter_pairwise(Schedule& schedule, const Arguments& arguments);
void reduce_scatter_block_pairwise(Schedule& schedule, const Arguments& arguments);
// Needs a commutative reduction.
void reduce_scatter_halving(Schedule& schedule, const Arguments& arguments);
void reduce_scatter_block_halving(Schedule& schedule, const Arguments& arguments);
// Needs shared buffers of all members, and elements without gaps between them.
void reduce_scatter_shm(Schedule& schedule, const Arguments& arguments);
void reduce_scatter_block_shm(Schedule& schedule, const Arguments& arguments);
// Serves two groups.
void reduce_scatter_leaders(Schedule& schedule, const Arguments& arguments);
void reduce_scatter_block_leaders(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
