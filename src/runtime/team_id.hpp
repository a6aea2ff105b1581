// An identity names a team and the contexts of its messages.
#pragma once

#include <cstdint>

#include "proto/engine/engine.hpp"

namespace penstock::runtime {

// All members of a team have the same identity, and no other team ever has it in the job: it is the rank in the job of the
// process that handed it out, and that process's count.
struct TeamId {
  std::uint32_t leader = 0;
  std::uint64_t count = 0;
  friend bool operator==(const TeamId&, const TeamId&) = default;
};

// Each kind of messages has a context of its own, so that they never match another kind. kCallCheck serves the checks of calls
// (PENSTOCK_CHECK) or the set-ups of a team, which never has both. kNoTeam is for processes that share no team.
enum class Traffic : std::uint8_t {
  kPointToPoint,
  kCollective,
  kGroupCreation,
  kLeaders,
  kFromLeader,
  kPersistent,
  kCallCheck,
  kPartitioned,
  kNoTeam = 15
};

[[nodiscard]] constexpr proto::Context context_of(const TeamId& id, Traffic traffic) noexcept {
  return std::uint64_t{id.leader} << 40 | id.count << 4 | static_cast<std::uint64_t>(traffic);
}

}  // namespace penstock::runtime
