// Binomial scatter: ceil(log2 n) rounds; inner ranks get the parts of their subtree in packed host memory and pass them on.
// Fewer messages at the root for small parts, at the price of passing bytes on.
#include "coll/gather/tree.hpp"
#include "coll/scatter/scatter.hpp"

namespace penstock::coll {
namespace {

int rank_of(const Team& team, int relative, int root) {
  return (relative + root) % team.size;
}

// At the root: a subtree's parts straight from their place, or through packed memory where their ranks wrap round.
void hand_out(Schedule& schedule, const Arguments& arguments, int child, int subtree) {
  const int n = schedule.team().size;
  const int first = rank_of(schedule.team(), child, arguments.root);
  if (first + subtree <= n) {
    schedule.send(parts_at(arguments.send, first, subtree), first, 0);
    return;
  }
  const int before = n - first;
  const proto::Buffer front = parts_at(arguments.send, first, before);
  const proto::Buffer back = parts_at(arguments.send, 0, subtree - before);
  std::byte* packed = schedule.scratch(front.bytes() + back.bytes());
  const Step front_there = schedule.copy(schedule.packed(packed, front.bytes()), front);
  const Step back_there = schedule.copy(schedule.packed(packed + front.bytes(), back.bytes()), back);
  schedule.send(schedule.packed(packed, front.bytes() + back.bytes()), first, 0, {front_there, back_there});
}

void pass_on(Schedule& schedule, const Arguments& arguments, const Tree& tree) {
  const Team& team = schedule.team();
  const int parent = rank_of(team, tree.parent, arguments.root);
  if (tree.subtree == 1) {
    schedule.recv(arguments.recv, parent, 0);
    return;
  }
  const std::uint64_t bytes = arguments.recv.bytes();
  const auto subtree = static_cast<std::uint64_t>(tree.subtree);
  std::byte* packed = schedule.scratch(bytes * subtree);
  const Step received = schedule.recv(schedule.packed(packed, bytes * subtree), parent, 0);
  std::uint64_t offset = 1;
  while (offset * 2 < subtree) offset *= 2;
  // The child with the most below it first.
  for (; offset > 0; offset /= 2) {
    const proto::Buffer parts = schedule.packed(packed + bytes * offset, bytes * std::min(offset, subtree - offset));
    schedule.send(parts, rank_of(team, tree.relative + static_cast<int>(offset), arguments.root), 0, {received});
  }
  schedule.copy(arguments.recv, schedule.packed(packed, bytes), {received});
}

}  // namespace

void scatter_binomial(Schedule& schedule, const Arguments& arguments) {
  const Tree tree = tree_of(schedule.team(), arguments.root);
  if (tree.parent >= 0) {
    if (arguments.recv.bytes() != 0) pass_on(schedule, arguments, tree);
    return;
  }
  if (arguments.send.bytes() == 0) return;
  const int n = schedule.team().size;
  std::int64_t child = 1;
  while (child * 2 < n) child *= 2;
  for (; child > 0; child /= 2) {
    if (child < n)
      hand_out(schedule, arguments, static_cast<int>(child), static_cast<int>(std::min<std::int64_t>(child, n - child)));
  }
  if (!arguments.in_place) schedule.copy(arguments.recv, parts_at(arguments.send, arguments.root));
}

}  // namespace penstock::coll
