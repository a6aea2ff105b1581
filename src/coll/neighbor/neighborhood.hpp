// The ranks with which one rank exchanges data in a neighbourhood collective.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace penstock::coll {

inline constexpr int kNobody = -1;

// One message of the exchange, seen from one of its ends.
struct Edge {
  int peer = kNobody;        // rank of the team; kNobody: its part is neither sent nor written
  std::uint32_t number = 0;  // equal at both ends; edges between two ranks may share a number if both list them in one order
};

// Parts are in the order of the edges.
struct Neighborhood {
  std::vector<Edge> out;
  std::vector<Edge> in;
  // Edges from the rank to itself: their places in `out` and in `in`.
  struct Loop {
    std::size_t out;
    std::size_t in;
  };
  std::vector<Loop> loops;
};

}  // namespace penstock::coll
