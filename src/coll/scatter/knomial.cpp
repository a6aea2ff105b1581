// k-nomial scatter: ceil(log_k n) levels; inner ranks get the parts of their subtree in packed host memory and pass them on.
// Fewer messages at the root for small parts, at the price of passing bytes on.
#include "coll/scatter/scatter.hpp"
#include "coll/tree/tree.hpp"

namespace penstock::coll {
namespace {

// Sends at the root: a subtree's parts go straight from their place, or through packed memory if their ranks wrap around.
void hand_out(Schedule& schedule, const Arguments& arguments, int first, int subtree) {
  const int n = schedule.team().size;
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
  const int parent = tree.rank_of(tree.parent);
  if (tree.subtree == 1) {
    schedule.recv(arguments.recv, parent, 0);
    return;
  }
  const std::uint64_t bytes = arguments.recv.bytes();
  const std::uint64_t total = bytes * static_cast<std::uint64_t>(tree.subtree);
  std::byte* packed = schedule.scratch(total);
  const Step received = schedule.recv(schedule.packed(packed, total), parent, 0);
  for_children_largest_first(tree, [&](int child, int subtree) {
    const auto offset = static_cast<std::uint64_t>(child - tree.relative);
    const proto::Buffer parts = schedule.packed(packed + bytes * offset, bytes * static_cast<std::uint64_t>(subtree));
    schedule.send(parts, tree.rank_of(child), 0, {received});
  });
  schedule.copy(arguments.recv, schedule.packed(packed, bytes), {received});
}

}  // namespace

template <int kRadix>
void scatter_knomial(Schedule& schedule, const Arguments& arguments) {
  const Tree tree = tree_of(schedule.team(), arguments.root, kRadix);
  if (tree.parent >= 0) {
    if (arguments.recv.bytes() != 0) pass_on(schedule, arguments, tree);
    return;
  }
  if (arguments.send.bytes() == 0) return;
  for_children_largest_first(tree,
                             [&](int child, int subtree) { hand_out(schedule, arguments, tree.rank_of(child), subtree); });
  if (!arguments.in_place) schedule.copy(arguments.recv, parts_at(arguments.send, arguments.root));
}
template void scatter_knomial<2>(Schedule& schedule, const Arguments& arguments);
template void scatter_knomial<4>(Schedule& schedule, const Arguments& arguments);
template void scatter_knomial<8>(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
