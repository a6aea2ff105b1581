// Reduce algorithms: `send` (at the root in place: `recv`) in, `recv` out at the root, `reduction`.
#pragma once

#include "coll/operand/operand.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members, and elements without gaps between them. Any reduction.
void reduce_shm(Schedule& schedule, const Arguments& arguments);
// Needs a commutative reduction.
template <int kRadix>  // 2, 4, 8
void reduce_knomial(Schedule& schedule, const Arguments& arguments);
// Serves any reduction: operands are combined in rank order.
void reduce_ordered(Schedule& schedule, const Arguments& arguments);
void reduce_rabenseifner(Schedule& schedule, const Arguments& arguments);
void reduce_chain(Schedule& schedule, const Arguments& arguments);
// Needs several nodes, whose ranks follow one another unless the reduction commutes.
void reduce_hierarchical(Schedule& schedule, const Arguments& arguments);
// These serve several nodes likewise: the first combines one operand after another, the second needs at least as many elements
// as ranks.
void reduce_linear(Schedule& schedule, const Arguments& arguments);
void reduce_scatter_gather(Schedule& schedule, const Arguments& arguments);
// Serves two groups, with any reduction.
void reduce_leader(Schedule& schedule, const Arguments& arguments);

// Folds the operands of this rank's own group along a k-nomial tree into that of `root`, whose rank should be 0 if the
// reduction does not commute. On other ranks the value is sent when it is complete.
void fold_tree(Schedule& schedule, Fold* fold, int root, std::uint32_t message, int radix = 2);
// Folds the operands into that of rank 0; one operand after another where PENSTOCK_DETERMINISTIC asks for it.
void fold_group(Schedule& schedule, Fold* fold, std::uint32_t message);

}  // namespace penstock::coll
