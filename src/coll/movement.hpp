// The data flow of each collective: which member sends a part of its data to which other, and where that part lies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "coll/collectives.hpp"

namespace penstock::coll {

// The members that send, or that receive.
enum class Some : std::uint8_t { kNone, kAll, kRoot };
// kLists: `sends` or `recvs` if a member has several parts; kCounts: `counts` of one operand.
enum class Lengths : std::uint8_t { kEqual, kCounts, kLists };
// The members whose operands a member receives.
enum class Prefix : std::uint8_t { kAll, kUpToOwn, kBeforeOwn };

// kNone of both: no data move, or only the callers know between which members.
struct Movement {
  std::string_view name;
  Some givers = Some::kNone;
  Some takers = Some::kNone;
  bool part_for_each = false;  // a sender has a part for each member, not one for all
  bool part_of_each = false;   // a receiver has a part of each member, not one in all
  bool folds = false;          // received operands are folded in rank order
  Lengths lengths = Lengths::kEqual;
  Prefix prefix = Prefix::kAll;

  [[nodiscard]] constexpr bool has_data() const noexcept { return givers != Some::kNone; }
  [[nodiscard]] constexpr bool is_equal() const noexcept { return has_data() && lengths == Lengths::kEqual; }
  [[nodiscard]] constexpr bool has_lists() const noexcept { return lengths == Lengths::kLists; }
  [[nodiscard]] constexpr bool is_rooted() const noexcept { return givers == Some::kRoot || takers == Some::kRoot; }
  [[nodiscard]] constexpr bool is_bcast() const noexcept { return givers == Some::kRoot && !part_for_each; }
  [[nodiscard]] constexpr bool is_scatter() const noexcept { return givers == Some::kRoot && part_for_each; }
  [[nodiscard]] constexpr bool is_allgather() const noexcept { return part_of_each && !part_for_each && !is_rooted(); }
  [[nodiscard]] constexpr bool gives(int member, int root) const noexcept {
    return givers == Some::kAll || (givers == Some::kRoot && member == root);
  }
  [[nodiscard]] constexpr bool takes(int member, int root) const noexcept {
    return takers == Some::kAll || (takers == Some::kRoot && member == root);
  }
  // Tells if `from` sends something to `to`. In place, and at the root of a broadcast, a member's own part does not move.
  [[nodiscard]] constexpr bool moves(int from, int to, int root) const noexcept {
    const bool in_prefix = prefix == Prefix::kAll || (prefix == Prefix::kUpToOwn ? from <= to : from < to);
    return gives(from, root) && takes(to, root) && in_prefix;
  }
  // Returns the part's number among the parts of the sender, or of the receiver.
  [[nodiscard]] constexpr int place_at_giver(int to) const noexcept { return part_for_each ? to : 0; }
  [[nodiscard]] constexpr int place_at_taker(int from) const noexcept { return part_of_each ? from : 0; }
};

// The entries are in the order of Collective.
inline constexpr std::array<Movement, kCollectives> kMovements = [] {
  using enum Some;
  constexpr bool kOne = false;
  constexpr bool kEach = true;
  constexpr bool kMoves = false;
  constexpr bool kFolds = true;
  return std::array<Movement, kCollectives>{{
      {"barrier"},
      {"bcast", kRoot, kAll, kOne, kOne, kMoves},
      {"gather", kAll, kRoot, kOne, kEach, kMoves},
      {"gatherv", kAll, kRoot, kOne, kEach, kMoves, Lengths::kLists},
      {"scatter", kRoot, kAll, kEach, kOne, kMoves},
      {"scatterv", kRoot, kAll, kEach, kOne, kMoves, Lengths::kLists},
      {"allgather", kAll, kAll, kOne, kEach, kMoves},
      {"allgatherv", kAll, kAll, kOne, kEach, kMoves, Lengths::kLists},
      {"alltoall", kAll, kAll, kEach, kEach, kMoves},
      {"alltoallw", kAll, kAll, kEach, kEach, kMoves, Lengths::kLists},
      {"reduce", kAll, kRoot, kOne, kOne, kFolds},
      {"allreduce", kAll, kAll, kOne, kOne, kFolds},
      {"reduce_scatter_block", kAll, kAll, kEach, kOne, kFolds},
      {"reduce_scatter", kAll, kAll, kEach, kOne, kFolds, Lengths::kCounts},
      {"scan", kAll, kAll, kOne, kOne, kFolds, Lengths::kEqual, Prefix::kUpToOwn},
      {"exscan", kAll, kAll, kOne, kOne, kFolds, Lengths::kEqual, Prefix::kBeforeOwn},
      {"neighbor_allgather"},
      {"neighbor_alltoall"},
  }};
}();

[[nodiscard]] constexpr const Movement& movement_of(Collective collective) noexcept {
  return kMovements[static_cast<std::size_t>(collective)];
}
static_assert(movement_of(Collective::kAlltoallw).name == "alltoallw" && movement_of(Collective::kExscan).name == "exscan");

// Tells if the collective reduces.
[[nodiscard]] constexpr bool reduces(Collective collective) noexcept {
  return movement_of(collective).folds;
}
// Tells if one kernel on each GPU, which waits for the others, can perform it.
[[nodiscard]] constexpr bool serves_coscheduled_kernels(Collective collective) noexcept {
  return movement_of(collective).is_equal();
}
// Tells if it goes from GPU to GPU across hosts: its bytes enter each host once, or once for each host.
[[nodiscard]] constexpr bool crosses_hosts(Collective collective) noexcept {
  const Movement& movement = movement_of(collective);
  const bool to_all = movement.takers == Some::kAll && !movement.part_for_each;
  return movement.is_equal() && movement.prefix == Prefix::kAll && (movement.folds || to_all);
}

}  // namespace penstock::coll
