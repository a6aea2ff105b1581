// Scatter algorithms: `recv` is this rank's part. At the root `send` describes one rank's part, parts one after another, or
// `sends` each of them; in place the root's part stays there.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members.
void scatter_shm(Schedule& schedule, const Arguments& arguments);
void scatterv_shm(Schedule& schedule, const Arguments& arguments);
template <int kRadix>  // 2, 4, 8
void scatter_knomial(Schedule& schedule, const Arguments& arguments);
// Needs several nodes.
void scatter_hierarchical(Schedule& schedule, const Arguments& arguments);
// These serve both kinds of teams.
void scatter_linear(Schedule& schedule, const Arguments& arguments);
void scatterv_linear(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
