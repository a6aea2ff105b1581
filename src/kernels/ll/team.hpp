// Barriers and reductions of little data of a team, again and again, by one small launch on each member's device: everybody
// gives its operand in packets to everybody else, and folds all of them in the order of the members. Beside kernels/ll/ll.hpp,
// whose launches may tell more and take longer.
#pragma once

#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/fold/fold.hpp"
#include "kernels/ll/message_arguments.hpp"

namespace penstock::kernels {

// What one member does; at most kMostExchanging of them. Memory of packets, the counter and `odd` are as in an LlTask that
// counts its runs, and so is when the kernel leaves. Operand and target are memory of the queue's device, and may be the same.
struct LlTeamTask {
  Folding folding = {};  // copying(): the members only meet
  std::uint64_t abort = 0;
  std::uint64_t counter = 0;
  std::uint64_t odd = 0;
  std::uint64_t operand = 0;
  std::uint64_t target = 0;  // of a reduction
  std::uint64_t bytes = 0;
  std::uint64_t from = 0;  // packets of member 0 for this one
  std::uint64_t step = 0;  // from those of one member to those of the next
  std::span<const std::uint64_t> to = {};
  std::uint32_t me = 0;
  MessageWord told = {};  // unless the address is 0: written when nobody is waited for any more, which says nothing of `target`
};

// The task is read now. Code::kInternal for one that is none.
Status ll_team(accel::Queue& queue, const LlTeamTask& task);

}  // namespace penstock::kernels
