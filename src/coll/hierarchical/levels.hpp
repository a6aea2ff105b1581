// Collectives in two levels, for groups on several nodes: sub-collectives inside each node, and among the leaders, one rank of
// each node. Every sub-collective chooses its algorithm like any other (select/).
#pragma once

#include "coll/nodes.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// The teams of one call; the schedule's team has nodes. The leader of a node is its lowest rank,
// but the root leads its own node.
//
//   Levels levels(schedule, root);
//   levels.within_node();     // steps from here on are this rank's node's ...
//   if (levels.leads()) {
//     levels.among_leaders(); // ... and from here on, when those are over, the leaders'
//   }
class Levels {
 public:
  Levels(Schedule& schedule, int root);
  Levels(const Levels&) = delete;
  Levels& operator=(const Levels&) = delete;
  // The schedule belongs to the whole team again.
  ~Levels() { schedule_.next_phase(whole_); }

  void within_node() { schedule_.next_phase(node_); }
  void among_leaders() { schedule_.next_phase(leaders_); }
  void among_all() { schedule_.next_phase(whole_); }

  [[nodiscard]] const Nodes& nodes() const noexcept { return *whole_.nodes; }
  [[nodiscard]] bool leads() const noexcept { return node_.rank == leader_; }
  // The leader's rank in this rank's node, and the rank of the root's leader among the leaders.
  [[nodiscard]] int leader() const noexcept { return leader_; }
  [[nodiscard]] int root() const noexcept { return root_node_; }
  [[nodiscard]] int node() const noexcept { return my_node_; }
  // The members of this rank's node, in the order of the node's ranks.
  [[nodiscard]] std::span<const int> members() const noexcept { return nodes().members(my_node_); }

 private:
  [[nodiscard]] Team team_of(std::span<const int> members, int rank) const;

  Schedule& schedule_;
  const Team whole_;
  int my_node_;
  int root_node_;
  int leader_ = 0;
  Team node_;
  Team leaders_;
};

// The parts of all ranks, one node after another, as a leader exchanges them. If the nodes' ranks follow one another, the parts
// lie in the application's buffer; otherwise in packed memory.
class NodeParts {
 public:
  // `first` is the first of equal parts, one for each rank.
  NodeParts(Schedule& schedule, const Nodes& nodes, const proto::Buffer& first);

  // These return the first part of one node, and all of its parts.
  [[nodiscard]] proto::Buffer first_of(int node) const noexcept { return parts_at(base_, place_of(node)); }
  [[nodiscard]] proto::Buffer of(int node) const noexcept { return parts_at(base_, place_of(node), members_of(node)); }
  [[nodiscard]] std::vector<proto::Buffer> of_all() const;
  [[nodiscard]] bool direct() const noexcept { return nodes_.consecutive(); }
  // These copy between packed memory and the application's, except one part (-1: none). They do nothing if both are the same.
  void load(int except) const;
  void store(int except) const;

 private:
  [[nodiscard]] int place_of(int node) const noexcept {
    return static_cast<int>(nodes_.members(node).data() - nodes_.by_node().data());
  }
  [[nodiscard]] int members_of(int node) const noexcept { return static_cast<int>(nodes_.members(node).size()); }

  Schedule& schedule_;
  const Nodes& nodes_;
  const proto::Buffer first_;
  proto::Buffer base_;
};

}  // namespace penstock::coll
