// All-to-all algorithms: `send` and `recv` describe one rank's part, parts one after another, or `sends` and `recvs` each of
// them. In place the parts are in `recv` (`recvs`) before and after.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members.
void alltoall_shm(Schedule& schedule, const Arguments& arguments);
void alltoallw_shm(Schedule& schedule, const Arguments& arguments);
template <int kRadix>  // 2, 4, 8
void alltoall_bruck(Schedule& schedule, const Arguments& arguments);
void alltoall_linear(Schedule& schedule, const Arguments& arguments);
void alltoallw_linear(Schedule& schedule, const Arguments& arguments);
// These serve both kinds of teams.
void alltoall_pairwise(Schedule& schedule, const Arguments& arguments);
void alltoallw_pairwise(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
