// Binomial gather: ceil(log2 n) rounds; inner ranks collect their subtree in packed host memory. Fewer messages at the root
// for small parts, at the price of passing bytes on.
#include <algorithm>

#include "coll/gather/gather.hpp"

namespace penstock::coll {
namespace {

// Ranks are counted from the root. The subtree of `relative` is [relative, relative + subtree).
struct Tree {
  int relative;
  int subtree;
  int parent;  // -1 at the root
};

Tree tree_of(const Team& team, int root) {
  const int relative = (team.rank - root + team.size) % team.size;
  std::int64_t bit = 1;
  while (bit < team.size && (relative & bit) == 0) bit *= 2;
  const int subtree = static_cast<int>(std::min<std::int64_t>(bit, team.size - relative));
  return {relative, subtree, relative == 0 ? -1 : static_cast<int>(relative - bit)};
}

// At the root: a subtree's parts straight to their place, or through packed memory where their ranks wrap round.
void collect(Schedule& schedule, const Arguments& arguments, int child, int subtree) {
  const int n = schedule.team().size;
  const int first = (child + arguments.root) % n;
  if (first + subtree <= n) {
    schedule.recv(parts_of(arguments, first, subtree), first, 0);
    return;
  }
  const std::uint64_t bytes = arguments.recv.bytes();
  const proto::Layout* byte = schedule.keep(proto::Layout::bytes(1));
  std::byte* packed = schedule.scratch(bytes * static_cast<std::uint64_t>(subtree));
  const int before = n - first;
  const std::uint64_t split = bytes * static_cast<std::uint64_t>(before);
  const std::uint64_t rest = bytes * static_cast<std::uint64_t>(subtree - before);
  const Step received = schedule.recv({packed, split + rest, byte}, first, 0);
  schedule.copy(parts_of(arguments, first, before), {packed, split, byte}, {received});
  schedule.copy(parts_of(arguments, 0, subtree - before), {packed + split, rest, byte}, {received});
}

void pass_on(Schedule& schedule, const Arguments& arguments, const Tree& tree) {
  const int n = schedule.team().size;
  const int parent = (tree.parent + arguments.root) % n;
  if (tree.subtree == 1) {
    schedule.send(arguments.send, parent, 0);
    return;
  }
  const std::uint64_t bytes = arguments.send.bytes();
  const proto::Layout* byte = schedule.keep(proto::Layout::bytes(1));
  std::byte* packed = schedule.scratch(bytes * static_cast<std::uint64_t>(tree.subtree));
  const Step own = schedule.copy({packed, bytes, byte}, arguments.send);
  const Step sent = schedule.send({packed, bytes * static_cast<std::uint64_t>(tree.subtree), byte}, parent, 0, {own});
  for (int offset = 1; offset < tree.subtree; offset *= 2) {
    const int parts = std::min(offset, tree.subtree - offset);
    const proto::Buffer place{packed + bytes * static_cast<std::uint64_t>(offset), bytes * static_cast<std::uint64_t>(parts),
                              byte};
    schedule.order(schedule.recv(place, (tree.relative + offset + arguments.root) % n, 0), sent);
  }
}

}  // namespace

void gather_binomial(Schedule& schedule, const Arguments& arguments) {
  const Tree tree = tree_of(schedule.team(), arguments.root);
  if (tree.parent >= 0) {
    if (arguments.send.bytes() != 0) pass_on(schedule, arguments, tree);
    return;
  }
  if (arguments.recv.bytes() == 0) return;
  const int n = schedule.team().size;
  for (std::int64_t child = 1; child < n; child *= 2) {
    collect(schedule, arguments, static_cast<int>(child), static_cast<int>(std::min<std::int64_t>(child, n - child)));
  }
  if (!arguments.in_place) schedule.copy(parts_of(arguments, arguments.root, 1), arguments.send);
}

}  // namespace penstock::coll
