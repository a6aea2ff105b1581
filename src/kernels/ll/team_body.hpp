// These are the kernels of kernels/ll/team.hpp, each with one block.
#pragma once

#include "kernels/ll/ll_body.hpp"
#include "kernels/ll/team_arguments.hpp"

namespace penstock::kernels {

// Sends a unit to all other members.
template <unsigned kWords>
PENSTOCK_DEVICE void give_to_team(const LlTeamArguments& arguments, const LlTurn& turn, const sync::GpuThread& self) {
  for_units<kWords>(self, arguments.bytes, [&](std::uint64_t at) {
    const LlUnit<kWords> unit = load_plain<kWords>(arguments.operand + at, arguments.bytes - at);
    for (std::uint32_t i = 0; i < arguments.members; ++i) {
      if (i != arguments.me) give(turn, arguments.to[i], at, unit);
    }
    return true;
  });
}

template <unsigned kWords>
PENSTOCK_DEVICE bool take_of_member(const LlTeamArguments& arguments, const LlTurn& turn, std::uint32_t member,
                                    std::uint64_t at, const sync::GpuThread& self, LlUnit<kWords>* unit) {
  if (member != arguments.me) return take(turn, self, arguments.from + member * arguments.step, at, unit);
  *unit = load_plain<kWords>(arguments.operand + at, arguments.bytes - at);
  return true;
}

// The word says that all waits are over, which holds behind the barrier; a release would wait until the packets have arrived at
// all others.
PENSTOCK_DEVICE void end_team(const LlTeamArguments& arguments, const LlTurn& turn, const sync::GpuThread& self) {
  end_counted_turn(arguments.counter, turn, self);
  if (self.thread() == 0 && arguments.told != 0) {
    sync::store_relaxed_system(sync::GlobalPtr<std::uint32_t>(arguments.told), arguments.told_number);
  }
}

template <unsigned kWords, typename Combination>
PENSTOCK_DEVICE void fold_team(const LlTeamArguments& arguments, const Combination& combined, const sync::GpuThread& self) {
  const LlTurn turn = counted_turn(arguments.counter, arguments.odd, arguments.abort);
  give_to_team<kWords>(arguments, turn, self);
  for_units<kWords>(self, arguments.bytes, [&](std::uint64_t at) {
    LlUnit<kWords> made{};
    if (!take_of_member(arguments, turn, 0, at, self, &made)) return false;
    for (std::uint32_t i = 1; i < arguments.members; ++i) {
      LlUnit<kWords> next{};
      if (!take_of_member(arguments, turn, i, at, self, &next)) return false;
      made = combined(made, next);
    }
    store_plain(arguments.target + at, arguments.bytes - at, made);
    return true;
  });
  end_team(arguments, turn, self);
}

template <typename T, typename Kind>
PENSTOCK_DEVICE void ll_team_body(const LlTeamArguments& arguments, const sync::GpuThread& self) {
  Kind::choose(arguments.operation, [&]<typename Operation>() { fold_team<1>(arguments, CombineUnits<T, Operation>(), self); });
}
PENSTOCK_DEVICE void ll_team_any_body(const LlTeamArguments& arguments, const sync::GpuThread& self) {
  const CombineAny combined{arguments.kind, arguments.operation};
  if (bytes_of(arguments.kind) > sync::kPacketData) {
    fold_team<2>(arguments, combined, self);
  } else {
    fold_team<1>(arguments, combined, self);
  }
}

// This is a barrier of the members: `target` does not change.
PENSTOCK_DEVICE void ll_team_meet_body(const LlTeamArguments& arguments, const sync::GpuThread& self) {
  const LlTurn turn = counted_turn(arguments.counter, arguments.odd, arguments.abort);
  give_to_team<1>(arguments, turn, self);
  for_units<1>(self, arguments.bytes, [&](std::uint64_t at) {
    LlUnit<1> unit{};
    for (std::uint32_t i = 0; i < arguments.members; ++i) {
      if (!take_of_member(arguments, turn, i, at, self, &unit)) return false;
    }
    return true;
  });
  end_team(arguments, turn, self);
}

}  // namespace penstock::kernels
