// Grows parts of a graph one after another: from a node at the rim, always by the node with the most weight of links into the
// part; of several such, by the one with the least weight to nodes that would remain outside.
#include <algorithm>
#include <queue>
#include <tuple>

#include "core/topology/reorder.hpp"

namespace penstock::core {
namespace {

struct Neighbor {
  int node;
  std::uint64_t weight;
};
using Adjacent = std::vector<std::vector<Neighbor>>;

// Links count alike in both directions; a link of a node to itself crosses nothing.
Adjacent adjacent_in(std::span<const Link> links, std::size_t all_nodes, const std::vector<bool>& wanted) {
  Adjacent adjacent(all_nodes);
  for (const Link& link : links) {
    const auto from = static_cast<std::size_t>(link.from);
    const auto to = static_cast<std::size_t>(link.to);
    if (from == to || !wanted[from] || !wanted[to]) continue;
    adjacent[from].push_back({link.to, link.weight});
    adjacent[to].push_back({link.from, link.weight});
  }
  return adjacent;
}

class Growth {
 public:
  Growth(std::span<const Link> links, std::size_t all_nodes, std::span<const int> nodes)
      : nodes_(nodes), open_(all_nodes, false), inside_(all_nodes, 0), outside_(all_nodes, 0) {
    for (const int node : nodes) open_[at(node)] = true;
    adjacent_ = adjacent_in(links, all_nodes, open_);
    for (const int node : nodes) {
      for (const Neighbor& neighbor : adjacent_[at(node)]) outside_[at(node)] += neighbor.weight;
    }
  }

  // Grows the next part, of nodes that are in no part yet.
  std::vector<int> grow(std::size_t size) {
    candidates_ = {};
    for (const int node : nodes_) inside_[at(node)] = 0;
    std::vector<int> part;
    while (part.size() < size) part.push_back(take());
    std::ranges::sort(part);
    return part;
  }

 private:
  static std::size_t at(int node) { return static_cast<std::size_t>(node); }

  // Candidates are ordered by weight into the part, then by little weight to the outside, then by the lowest number. Entries
  // may be outdated; outdated ones are skipped.
  struct Candidate {
    std::uint64_t inside;
    std::uint64_t outside;
    int node;
    bool operator<(const Candidate& other) const {
      return std::tuple(inside, other.outside, other.node) < std::tuple(other.inside, outside, node);
    }
  };

  int take() {
    int node = -1;
    while (node < 0 && !candidates_.empty()) {
      const Candidate first = candidates_.top();
      candidates_.pop();
      const bool current = open_[at(first.node)] && inside_[at(first.node)] == first.inside;
      if (current) node = first.node;
    }
    if (node < 0) node = rim();
    open_[at(node)] = false;
    for (const Neighbor& neighbor : adjacent_[at(node)]) {
      const std::size_t other = at(neighbor.node);
      if (!open_[other]) continue;
      inside_[other] += neighbor.weight;
      outside_[other] -= neighbor.weight;
      candidates_.push({inside_[other], outside_[other], neighbor.node});
    }
    return node;
  }
  // Returns the open node with the least weight to other open nodes.
  [[nodiscard]] int rim() const {
    int found = -1;
    for (const int node : nodes_) {
      if (open_[at(node)] && (found < 0 || outside_[at(node)] < outside_[at(found)])) found = node;
    }
    return found;
  }

  std::span<const int> nodes_;
  std::vector<bool> open_;
  std::vector<std::uint64_t> inside_;   // weight of links into the part that grows
  std::vector<std::uint64_t> outside_;  // weight of links to open nodes
  Adjacent adjacent_;
  std::priority_queue<Candidate> candidates_;
};

}  // namespace

Division divide_graph(std::span<const Link> links, std::size_t all_nodes, std::span<const int> nodes,
                      std::span<const std::size_t> sizes) {
  Growth growth(links, all_nodes, nodes);
  Division parts;
  for (const std::size_t size : sizes) parts.push_back(growth.grow(size));
  return parts;
}

}  // namespace penstock::core
