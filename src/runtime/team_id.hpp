// What names a team, and the contexts of its messages.
#pragma once

#include <cstdint>

#include "proto/engine/engine.hpp"

namespace penstock::runtime {

// The same on all members, different from every other team that ever lives in the job: the number in the job of the process
// that handed it out, and that process's count.
struct TeamId {
  std::uint32_t leader = 0;
  std::uint64_t count = 0;
  friend bool operator==(const TeamId&, const TeamId&) = default;
};

// Kinds of messages that never match each other: each has a context of its own. Members agree on their calls
// (PENSTOCK_CHECK) or set up what they share, never both. The last is for processes that share no team.
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
