// What a launch of a team's kernel is told: as little as will do, since the driver copies it within the call.
#pragma once

#include <cstdint>

#include "kernels/fold/fold_arguments.hpp"
#include "kernels/ll/ll_arguments.hpp"

namespace penstock::kernels {

// Parameter block of the "penstock_ll_team_" kernels.
struct LlTeamArguments {
  std::uint64_t told = 0;  // 0: nobody is told
  std::uint32_t told_number = 0;
  std::uint32_t reserved = 0;
  std::uint64_t abort = 0;    // as LlArguments has them
  std::uint64_t counter = 0;  // never 0
  std::uint64_t odd = 0;
  std::uint64_t operand = 0;
  std::uint64_t target = 0;
  std::uint64_t bytes = 0;
  std::uint64_t from = 0;  // packets of member 0 in this device's memory
  std::uint64_t step = 0;  // from those of one member to those of the next
  std::uint32_t members = 0;
  std::uint32_t me = 0;
  std::uint32_t operation = 0;
  FoldKind kind = FoldKind::kNone;         // for "penstock_ll_team_any"
  std::uint64_t to[kMostExchanging] = {};  // where packets for a member go; of `me`, nowhere
};
static_assert(sizeof(LlTeamArguments) <= 256);

}  // namespace penstock::kernels
