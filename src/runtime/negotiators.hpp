// What the members of a team may come to share, each with its negotiator: shared memory of a host, memory of their GPUs,
// fifos for pipelined kernels, a communicator of NCCL's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/setup_round.hpp"

namespace penstock::runtime {

// How this rank stands to GPUs: it works on one, or on none by now, or will never do so.
struct DeviceUse {
  enum class When : std::int32_t { kNever, kNotYet, kNow } when = When::kNever;
  int device = -1;
};
// Asked by a thread of the program, whose device it is.
[[nodiscard]] DeviceUse device_use_of(Job& job);

// Those of a team, in the order in which they build on one another, for a round in front of the collective of that
// `number`. Members of a host map each other's shared memory, unless they have done so; if all have it and all use CUDA they
// map a little memory of each other's GPUs; with that they find out whether they have fifos, and a communicator of NCCL's,
// where calls have use for them. What all have, the team uses from then on.
[[nodiscard]] std::vector<std::unique_ptr<Negotiator>> make_negotiators(TeamResources& team, std::uint64_t number,
                                                                        DeviceUse device);

}  // namespace penstock::runtime
