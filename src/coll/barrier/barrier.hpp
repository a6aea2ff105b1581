// Barrier algorithms.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Needs shared buffers of all members.
void barrier_shm(Schedule& schedule, const Arguments& arguments);
void barrier_dissemination(Schedule& schedule, const Arguments& arguments);
void barrier_star(Schedule& schedule, const Arguments& arguments);
template <int kRadix>  // 2, 4, 8
void barrier_knomial(Schedule& schedule, const Arguments& arguments);
// Needs several nodes.
void barrier_hierarchical(Schedule& schedule, const Arguments& arguments);
// Serves two groups.
void barrier_leaders(Schedule& schedule, const Arguments& arguments);

// Sends tokens of this rank's own group along a k-nomial tree to its rank 0. Returns the step after which the tokens of all
// ranks below this one have arrived and, on ranks but 0, one has gone to the rank above.
Step tokens_to_first(Schedule& schedule, std::uint32_t message, int radix = 2);
// Makes a buffer of one byte. It is not empty, so that a failed rank can report that by an empty message.
[[nodiscard]] proto::Buffer make_token(Schedule& schedule);

}  // namespace penstock::coll
