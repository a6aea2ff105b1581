// These are repeated barriers and reductions of little data of a team, by one small launch on each member's device: every
// member sends its operand in packets to all others, and folds all operands in the order of the members. They exist beside
// kernels/ll/ll.hpp, whose launches have more arguments and take longer.
#pragma once

#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/fold/fold.hpp"
#include "kernels/ll/message_arguments.hpp"

namespace penstock::kernels {

// LlTeamTask is the work of one member of at most kMostExchanging. Memory of packets, the counter, `odd` and the end of the
// kernel are as for an LlTask that counts its runs. Operand and target are memory of the queue's device, and may be the same.
struct LlTeamTask {
  Folding folding = {};  // copying(): a barrier only
  std::uint64_t abort = 0;
  std::uint64_t counter = 0;
  std::uint64_t odd = 0;
  std::uint64_t operand = 0;
  std::uint64_t target = 0;  // for a reduction
  std::uint64_t bytes = 0;
  std::uint64_t from = 0;  // packets of member 0 for this one
  std::uint64_t step = 0;  // distance from one member's packets to the next one's
  std::span<const std::uint64_t> to = {};
  std::uint32_t me = 0;
  MessageWord told = {};  // written, unless its address is 0, when all waits are over; `target` may not be visible yet
};

// Reads the task in the call. Returns Code::kInternal for an invalid task.
Status ll_team(accel::Queue& queue, const LlTeamTask& task);

}  // namespace penstock::kernels
