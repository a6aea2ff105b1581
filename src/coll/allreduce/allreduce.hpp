// Allreduce algorithms: `send` (or, in place, `recv`) in, `recv` out, `reduction`.
#pragma once

#include "coll/operand/operand.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members, and elements without gaps between them. Any reduction.
void allreduce_shm(Schedule& schedule, const Arguments& arguments);
void allreduce_shm_blocks(Schedule& schedule, const Arguments& arguments);
// Any reduction: operands are combined in rank order.
void allreduce_recursive_doubling(Schedule& schedule, const Arguments& arguments);
void allreduce_rabenseifner(Schedule& schedule, const Arguments& arguments);
void allreduce_tree(Schedule& schedule, const Arguments& arguments);
// Serves any reduction likewise, one operand after another.
void allreduce_pairwise(Schedule& schedule, const Arguments& arguments);
void allreduce_star(Schedule& schedule, const Arguments& arguments);
// Needs a commutative reduction, and at least as many elements as ranks.
void allreduce_ring(Schedule& schedule, const Arguments& arguments);
// Needs several nodes, whose ranks follow one another unless the reduction commutes.
void allreduce_hierarchical(Schedule& schedule, const Arguments& arguments);
// Serves two groups, with any reduction.
void allreduce_leaders(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
