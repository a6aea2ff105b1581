// The binomial tree of gather and scatter.
#pragma once

#include <algorithm>
#include <cstdint>

#include "coll/team.hpp"

namespace penstock::coll {

// Ranks are counted from the root. The subtree of `relative` is [relative, relative + subtree); its children are
// relative + 1, 2, 4 ..., each with a subtree up to the next.
struct Tree {
  int relative;
  int subtree;
  int parent;  // -1 at the root
};

[[nodiscard]] inline Tree tree_of(const Team& team, int root) noexcept {
  const int relative = (team.rank - root + team.size) % team.size;
  std::int64_t bit = 1;
  while (bit < team.size && (relative & bit) == 0) bit *= 2;
  const int subtree = static_cast<int>(std::min<std::int64_t>(bit, team.size - relative));
  return {relative, subtree, relative == 0 ? -1 : static_cast<int>(relative - bit)};
}

}  // namespace penstock::coll
