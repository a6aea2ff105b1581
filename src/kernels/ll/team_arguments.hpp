// These are the arguments of a launch of a team's kernel: as few as possible, because the driver copies them within the call.
#pragma once

#include <cstdint>

#include "kernels/fold/fold_arguments.hpp"
#include "kernels/ll/ll_arguments.hpp"

namespace penstock::kernels {

// This is the parameter block of the "penstock_ll_team_" kernels.
struct LlTeamArguments {
  std::uint64_t told = 0;  // 0: no word is written
  std::uint32_t told_number = 0;
  std::uint32_t reserved = 0;
  std::uint64_t abort = 0;    // as LlArguments has them
  std::uint64_t counter = 0;  // never 0
  std::uint64_t odd = 0;
  std::uint64_t operand = 0;
  std::uint64_t target = 0;
  std::uint64_t bytes = 0;
  std::uint64_t from = 0;  // packets of member 0 in this device's memory
  std::uint64_t step = 0;  // distance from one member's packets to the next one's
  std::uint32_t members = 0;
  std::uint32_t me = 0;
  std::uint32_t operation = 0;
  FoldKind kind = FoldKind::kNone;         // for "penstock_ll_team_any"
  std::uint64_t to[kMostExchanging] = {};  // packets for each member; unused for `me`
};
static_assert(sizeof(LlTeamArguments) <= 256);

}  // namespace penstock::kernels
