// Allgather algorithms: `send` is this rank's part; on every rank `recv` describes one rank's part, parts one after another,
// or `recvs` each of them.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members.
void allgather_shm(Schedule& schedule, const Arguments& arguments);
void allgatherv_shm(Schedule& schedule, const Arguments& arguments);
void allgather_bruck(Schedule& schedule, const Arguments& arguments);
// Needs a power of two of ranks.
void allgather_recursive_doubling(Schedule& schedule, const Arguments& arguments);
// Needs an even number of ranks.
void allgather_neighbor_exchange(Schedule& schedule, const Arguments& arguments);
// Needs several nodes.
void allgather_hierarchical(Schedule& schedule, const Arguments& arguments);
void allgather_ring(Schedule& schedule, const Arguments& arguments);
void allgatherv_ring(Schedule& schedule, const Arguments& arguments);
// These serve both kinds of teams.
void allgather_pairwise(Schedule& schedule, const Arguments& arguments);
void allgatherv_pairwise(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
