// Assigns ranks to the nodes of a grid or graph so that neighbours run close together. Pure functions: all ranks of a
// communicator compute the same result from the same placement.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/locality.hpp"

namespace penstock::core {

// Two nodes that exchange messages, in one direction.
struct Link {
  int from = 0;
  int to = 0;
  std::uint64_t weight = 1;
};

// Returns the links of a grid: from each node to its neighbour in every direction.
[[nodiscard]] std::vector<Link> grid_links(std::span<const int> dims, std::span<const int> periods);

// Returns the node of each rank; every node belongs to one rank. `places[i]` is where rank i runs; there is one rank for each
// node. Ranks that are together, at every level, get a part of the grid or graph with few links out of it. Each rank keeps its
// number if reordering would not reduce the crossings, for instance if all ranks are together.
[[nodiscard]] std::vector<int> reorder_grid(std::span<const int> dims, std::span<const int> periods,
                                            std::span<const runtime::Locality> places);
[[nodiscard]] std::vector<int> reorder_graph(std::span<const Link> links, std::span<const runtime::Locality> places);

// The weight of the links whose ends are apart at each level, or at a level above it.
using Crossings = std::array<std::uint64_t, runtime::kLocalityLevels>;
[[nodiscard]] Crossings crossings(std::span<const Link> links, std::span<const int> node_of_rank,
                                  std::span<const runtime::Locality> places);

// A division of `nodes`, in rising order, into parts of the given sizes, each in rising order.
using Division = std::vector<std::vector<int>>;
[[nodiscard]] Division divide_grid(std::span<const int> dims, std::span<const int> periods, std::span<const int> nodes,
                                   std::span<const std::size_t> sizes);
[[nodiscard]] Division divide_graph(std::span<const Link> links, std::size_t all_nodes, std::span<const int> nodes,
                                    std::span<const std::size_t> sizes);

}  // namespace penstock::core
