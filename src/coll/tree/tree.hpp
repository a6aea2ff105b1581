// The k-nomial tree of bcast, reduce, gather, scatter and barrier: ceil(log_k n) levels, with at most (k - 1) children on each.
#pragma once

#include <algorithm>
#include <cstdint>

#include "coll/team.hpp"

namespace penstock::coll {

// One rank's place. Ranks are counted from the root: `relative`. A subtree is [relative, relative + subtree), so subtrees
// follow one another in rank order. Radix 2 is the binomial tree.
struct Tree {
  int relative;
  int subtree;
  int parent;  // relative; -1 at the root
  int ranks;
  int root;
  int radix;

  // Returns the rank of the team with that relative number.
  [[nodiscard]] int rank_of(std::int64_t place) const noexcept { return static_cast<int>((place + root) % ranks); }
};

[[nodiscard]] inline Tree tree_of(const Team& team, int root, int radix) noexcept {
  const int relative = (team.rank - root + team.size) % team.size;
  std::int64_t span = 1;
  while (span < team.size && relative % (span * radix) == 0) span *= radix;
  const int subtree = static_cast<int>(std::min<std::int64_t>(span, team.size - relative));
  const int parent = relative == 0 ? -1 : static_cast<int>(relative - relative % (span * radix));
  return {relative, subtree, parent, team.size, root, radix};
}

// Calls visit(child, subtree), both as in Tree, in the order of the children's ranks: the smallest subtrees come first.
template <typename Visit>
void for_children(const Tree& tree, const Visit& visit) {
  for (std::int64_t span = 1; span < tree.subtree; span *= tree.radix) {
    for (int j = 1; j < tree.radix; ++j) {
      const std::int64_t child = tree.relative + j * span;
      if (child >= tree.relative + tree.subtree) return;
      visit(static_cast<int>(child), static_cast<int>(std::min(span, tree.relative + tree.subtree - child)));
    }
  }
}

// The largest subtrees come first, because they take longest.
template <typename Visit>
void for_children_largest_first(const Tree& tree, const Visit& visit) {
  std::int64_t span = 1;
  while (span * tree.radix < tree.subtree) span *= tree.radix;
  for (; span > 0; span /= tree.radix) {
    for (int j = 1; j < tree.radix; ++j) {
      const std::int64_t child = tree.relative + j * span;
      if (child >= tree.relative + tree.subtree) break;
      visit(static_cast<int>(child), static_cast<int>(std::min(span, tree.relative + tree.subtree - child)));
    }
  }
}

}  // namespace penstock::coll
