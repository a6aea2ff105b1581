// Groups members by the host that they share.
#pragma once

#include <span>
#include <vector>

namespace penstock::coll {

// Nodes are numbered by their lowest members. Immutable.
class Nodes {
 public:
  // `hosts` has one number for each member, equal for those that share a host.
  explicit Nodes(std::span<const int> hosts);

  [[nodiscard]] int count() const noexcept { return static_cast<int>(first_.size()) - 1; }
  [[nodiscard]] int node_of(int member) const noexcept { return node_of_[static_cast<std::size_t>(member)]; }
  // Returns the members of one node, ascending.
  [[nodiscard]] std::span<const int> members(int node) const noexcept {
    const auto i = static_cast<std::size_t>(node);
    return {members_.data() + first_[i], first_[i + 1] - first_[i]};
  }
  // Returns the members of all nodes, one node after another.
  [[nodiscard]] std::span<const int> by_node() const noexcept { return members_; }
  // True if hierarchical algorithms make sense: there are several nodes, and several members on some.
  [[nodiscard]] bool hierarchical() const noexcept {
    return count() > 1 && static_cast<std::size_t>(count()) < node_of_.size();
  }
  // True if by_node() is in rank order.
  [[nodiscard]] bool consecutive() const noexcept { return consecutive_; }

 private:
  std::vector<int> node_of_;
  std::vector<int> members_;
  std::vector<std::size_t> first_;  // the place of each node's first member, and the number of all
  bool consecutive_;
};

}  // namespace penstock::coll
