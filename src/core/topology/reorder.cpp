// Works level by level: ranks that are together at a level form a group, the nodes are divided into a part for each group, and
// so on inside each part. Only the division of nodes differs between grids and graphs.
#include "core/topology/reorder.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace penstock::core {
namespace {

using Divide = std::function<Division(std::span<const int> nodes, std::span<const std::size_t> sizes)>;

// Groups the ranks that are together at `level`; groups are in the order of their lowest ranks.
Division together(std::span<const int> ranks, std::span<const runtime::Locality> places, int level) {
  Division groups;
  std::map<std::int64_t, std::size_t> known;
  for (const int rank : ranks) {
    const auto [found, is_new] =
        known.try_emplace(runtime::at_level(places[static_cast<std::size_t>(rank)], level), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(rank);
  }
  return groups;
}

void share_out(std::span<const int> nodes, std::span<const int> ranks, int level, std::span<const runtime::Locality> places,
               const Divide& divide, std::vector<int>* node_of_rank) {
  if (level == runtime::kLocalityLevels) {
    for (std::size_t i = 0; i < ranks.size(); ++i) (*node_of_rank)[static_cast<std::size_t>(ranks[i])] = nodes[i];
    return;
  }
  const Division groups = together(ranks, places, level);
  if (groups.size() == 1) return share_out(nodes, ranks, level + 1, places, divide, node_of_rank);
  std::vector<std::size_t> sizes;
  for (const std::vector<int>& group : groups) sizes.push_back(group.size());
  const Division parts = divide(nodes, sizes);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    share_out(parts[i], groups[i], level + 1, places, divide, node_of_rank);
  }
}

Division divide_in_order(std::span<const int> nodes, std::span<const std::size_t> sizes) {
  Division parts;
  for (const std::size_t size : sizes) {
    parts.emplace_back(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(size));
    nodes = nodes.subspan(size);
  }
  return parts;
}

// Tries the ranks' own order, runs of nodes, and the result of `divide`; returns the first assignment with the fewest
// crossings, where higher levels count first.
std::vector<int> best(std::span<const Link> links, std::span<const runtime::Locality> places, const Divide& divide) {
  std::vector<int> numbers(places.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  if (std::ranges::all_of(places, [&](const runtime::Locality& place) { return place == places.front(); })) return numbers;
  std::vector<int> found = numbers;
  Crossings least = crossings(links, found, places);
  for (const Divide& way : {Divide(divide_in_order), divide}) {
    std::vector<int> tried(places.size());
    share_out(numbers, numbers, 0, places, way, &tried);
    const Crossings crossed = crossings(links, tried, places);
    if (crossed >= least) continue;
    least = crossed;
    found = std::move(tried);
  }
  return found;
}

}  // namespace

Crossings crossings(std::span<const Link> links, std::span<const int> node_of_rank, std::span<const runtime::Locality> places) {
  std::vector<const runtime::Locality*> place_of_node(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) place_of_node[static_cast<std::size_t>(node_of_rank[i])] = &places[i];
  Crossings apart{};
  for (const Link& link : links) {
    const runtime::Locality& from = *place_of_node[static_cast<std::size_t>(link.from)];
    const runtime::Locality& to = *place_of_node[static_cast<std::size_t>(link.to)];
    bool differ = false;
    for (int level = 0; level < runtime::kLocalityLevels; ++level) {
      differ = differ || runtime::at_level(from, level) != runtime::at_level(to, level);
      if (differ) apart[static_cast<std::size_t>(level)] += link.weight;
    }
  }
  return apart;
}

std::vector<int> reorder_grid(std::span<const int> dims, std::span<const int> periods,
                              std::span<const runtime::Locality> places) {
  return best(grid_links(dims, periods), places, [&](std::span<const int> nodes, std::span<const std::size_t> sizes) {
    return divide_grid(dims, periods, nodes, sizes);
  });
}

std::vector<int> reorder_graph(std::span<const Link> links, std::span<const runtime::Locality> places) {
  return best(links, places, [&](std::span<const int> nodes, std::span<const std::size_t> sizes) {
    return divide_graph(links, places.size(), nodes, sizes);
  });
}

}  // namespace penstock::core
