// Whether what a search found is a breadth-first tree, by the rules of Graph500.
#pragma once

#include <string>
#include <vector>

#include "graph.hpp"

namespace bench::hybrid {

struct Verdict {
  std::string wrong;           // empty: all rules hold
  std::uint64_t vertices = 0;  // in the tree
  std::uint64_t edges = 0;     // of the list, between vertices in the tree, as Graph500 counts traversed edges
  int levels = 0;
  std::uint64_t digest = 0;  // of each vertex's level
};

// Collective; the same on all ranks. `parents` as Search::parents() has them. Every rank looks at the whole tree, which takes 9
// bytes for each vertex of the graph.
//   1. No circle: following parents leads from every vertex of the tree to the root.
//   2. The levels of the ends of each edge of the list differ by at most one.
//   3. No edge of the list has one end in the tree and the other outside: the tree spans the component of the root.
//   4. Each vertex and its parent are an edge of the list.
[[nodiscard]] Verdict validate(const Graph& graph, Vertex root, const std::vector<Vertex>& parents);

}  // namespace bench::hybrid
