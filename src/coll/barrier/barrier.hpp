// Barrier algorithms.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// All members have shared buffers.
void barrier_shm(Schedule& schedule, const Arguments& arguments);
void barrier_dissemination(Schedule& schedule, const Arguments& arguments);
void barrier_star(Schedule& schedule, const Arguments& arguments);
template <int kRadix>  // 2, 4, 8
void barrier_knomial(Schedule& schedule, const Arguments& arguments);
// Several nodes.
void barrier_hierarchical(Schedule& schedule, const Arguments& arguments);
// Between groups.
void barrier_leaders(Schedule& schedule, const Arguments& arguments);

// Tokens of this rank's own group along a k-nomial tree to its rank 0. Returns the step after which those of all ranks below
// this one are here and, on ranks but 0, one has gone to the rank above.
Step tokens_to_first(Schedule& schedule, std::uint32_t message, int radix = 2);
// A buffer of one byte. Not of none, so that a failed rank can say so by sending an empty message.
[[nodiscard]] proto::Buffer make_token(Schedule& schedule);

}  // namespace penstock::coll
