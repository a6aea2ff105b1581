// Gather algorithms: `send` is this rank's part. At the root `recv` describes one rank's part, parts one after another, or
// `recvs` each of them.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members.
void gather_shm(Schedule& schedule, const Arguments& arguments);
void gatherv_shm(Schedule& schedule, const Arguments& arguments);
template <int kRadix>  // 2, 4, 8
void gather_knomial(Schedule& schedule, const Arguments& arguments);
// Needs several nodes.
void gather_hierarchical(Schedule& schedule, const Arguments& arguments);
// These serve both kinds of teams.
void gather_linear(Schedule& schedule, const Arguments& arguments);
void gatherv_linear(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
