// Each resource that the members of a team may come to share has a negotiator: shared memory of a host, memory of their GPUs,
// FIFOs for pipelined kernels, a communicator of NCCL's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/setup_round.hpp"

namespace penstock::runtime {

// A rank works on a GPU, or on none so far, or will never work on one.
struct DeviceUse {
  enum class When : std::int32_t { kNever, kNotYet, kNow } when = When::kNever;
  int device = -1;
};
// A thread of the application asks, for its own device.
[[nodiscard]] DeviceUse device_use_of(Job& job);

// Makes the negotiators of a team, in the order in which they build on one another, for a round in front of the collective of
// that `number`. Members of a host map each other's shared memory, unless they have done so. If all have it and all use CUDA,
// they map a little memory of each other's GPUs, and then find out whether they have FIFOs and a communicator of NCCL's, where
// calls have use for them. The team uses from then on each resource that all members have.
[[nodiscard]] std::vector<std::unique_ptr<Negotiator>> make_negotiators(TeamResources& team, std::uint64_t number,
                                                                        DeviceUse device);

}  // namespace penstock::runtime
