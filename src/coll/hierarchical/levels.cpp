#include "coll/hierarchical/levels.hpp"

#include <algorithm>

namespace penstock::coll {
namespace {

std::span<int> numbers(Schedule& schedule, std::size_t count) {
  return {reinterpret_cast<int*>(schedule.scratch(count * sizeof(int))), count};
}

int index_of(std::span<const int> members, int rank) {
  return static_cast<int>(std::ranges::lower_bound(members, rank) - members.begin());
}

}  // namespace

Levels::Levels(Schedule& schedule, int root)
    : schedule_(schedule),
      whole_(schedule.team()),
      my_node_(whole_.nodes->node_of(whole_.rank)),
      root_node_(whole_.nodes->node_of(root)) {
  const std::span<int> leaders = numbers(schedule, static_cast<std::size_t>(nodes().count()));
  for (int node = 0; node < nodes().count(); ++node) {
    leaders[static_cast<std::size_t>(node)] = node == root_node_ ? root : nodes().members(node).front();
  }
  if (my_node_ == root_node_) leader_ = index_of(members(), root);
  node_ = team_of(members(), index_of(members(), whole_.rank));
  if (whole_.host != nullptr) node_.shm = whole_.host->shm;
  leaders_ = team_of(leaders, my_node_);
}

Team Levels::team_of(std::span<const int> members, int rank) const {
  const std::span<int> world = numbers(schedule_, members.size());
  for (std::size_t i = 0; i < members.size(); ++i) world[i] = whole_.world[static_cast<std::size_t>(members[i])];
  return {.rank = rank, .size = static_cast<int>(members.size()), .world = world, .context = whole_.context};
}

NodeParts::NodeParts(Schedule& schedule, const Nodes& nodes, const proto::Buffer& first)
    : schedule_(schedule), nodes_(nodes), first_(first), base_(first) {
  if (direct()) return;
  const std::uint64_t bytes = first.bytes();
  base_ = schedule.packed(schedule.scratch(bytes * nodes.by_node().size()), bytes);
}

std::vector<proto::Buffer> NodeParts::of_all() const {
  std::vector<proto::Buffer> parts;
  for (int node = 0; node < nodes_.count(); ++node) parts.push_back(of(node));
  return parts;
}

void NodeParts::load(int except) const {
  if (direct()) return;
  for (std::size_t i = 0; i < nodes_.by_node().size(); ++i) {
    const int rank = nodes_.by_node()[i];
    if (rank != except) schedule_.copy(parts_at(base_, static_cast<int>(i)), parts_at(first_, rank));
  }
}

void NodeParts::store(int except) const {
  if (direct()) return;
  for (std::size_t i = 0; i < nodes_.by_node().size(); ++i) {
    const int rank = nodes_.by_node()[i];
    if (rank != except) schedule_.copy(parts_at(first_, rank), parts_at(base_, static_cast<int>(i)));
  }
}

}  // namespace penstock::coll
