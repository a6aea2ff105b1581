// Checks by the rules of Graph500 that the result of a search is a breadth-first tree.
#pragma once

#include <string>
#include <vector>

#include "graph.hpp"

namespace bench::hybrid {

struct Verdict {
  std::string wrong;           // empty: the tree obeys all rules
  std::uint64_t vertices = 0;  // vertices in the tree
  std::uint64_t edges = 0;     // edges of the list between vertices in the tree, as Graph500 counts traversed edges
  int levels = 0;
  std::uint64_t digest = 0;  // a digest of each vertex's level
};

// Checks the tree. Collective; all ranks get the same verdict. `parents` has the form of Search::parents(). Every rank looks at
// the whole tree, which takes 9 bytes for each vertex of the graph.
//   1. No circle: following parents leads from every vertex of the tree to the root.
//   2. The levels of the ends of each edge of the list differ by at most one.
//   3. No edge of the list has one end in the tree and the other outside: the tree spans the component of the root.
//   4. Each vertex and its parent are an edge of the list.
[[nodiscard]] Verdict validate(const Graph& graph, Vertex root, const std::vector<Vertex>& parents);

}  // namespace bench::hybrid
