// k-nomial gather: ceil(log_k n) levels; inner ranks collect their subtree in packed host memory. Fewer messages at the root
// for small parts, at the price of passing bytes on.
#include <algorithm>

#include "coll/gather/gather.hpp"
#include "coll/tree/tree.hpp"

namespace penstock::coll {
namespace {

// Receives at the root: a subtree's parts go straight to their place, or through packed memory if their ranks wrap around.
void collect(Schedule& schedule, const Arguments& arguments, int child, int subtree) {
  const int n = schedule.team().size;
  const int first = (child + arguments.root) % n;
  if (first + subtree <= n) {
    schedule.recv(parts_at(arguments.recv, first, subtree), first, 0);
    return;
  }
  const std::uint64_t bytes = arguments.recv.bytes();
  std::byte* packed = schedule.scratch(bytes * static_cast<std::uint64_t>(subtree));
  const int before = n - first;
  const std::uint64_t split = bytes * static_cast<std::uint64_t>(before);
  const std::uint64_t rest = bytes * static_cast<std::uint64_t>(subtree - before);
  const Step received = schedule.recv(schedule.packed(packed, split + rest), first, 0);
  schedule.copy(parts_at(arguments.recv, first, before), schedule.packed(packed, split), {received});
  schedule.copy(parts_at(arguments.recv, 0, subtree - before), schedule.packed(packed + split, rest), {received});
}

void pass_on(Schedule& schedule, const Arguments& arguments, const Tree& tree) {
  const int parent = tree.rank_of(tree.parent);
  if (tree.subtree == 1) {
    schedule.send(arguments.send, parent, 0);
    return;
  }
  const std::uint64_t bytes = arguments.send.bytes();
  std::byte* packed = schedule.scratch(bytes * static_cast<std::uint64_t>(tree.subtree));
  const Step own = schedule.copy(schedule.packed(packed, bytes), arguments.send);
  const Step sent = schedule.send(schedule.packed(packed, bytes * static_cast<std::uint64_t>(tree.subtree)), parent, 0, {own});
  for_children(tree, [&](int child, int subtree) {
    const auto offset = static_cast<std::uint64_t>(child - tree.relative);
    const proto::Buffer place = schedule.packed(packed + bytes * offset, bytes * static_cast<std::uint64_t>(subtree));
    schedule.order(schedule.recv(place, tree.rank_of(child), 0), sent);
  });
}

}  // namespace

template <int kRadix>
void gather_knomial(Schedule& schedule, const Arguments& arguments) {
  const Tree tree = tree_of(schedule.team(), arguments.root, kRadix);
  if (tree.parent >= 0) {
    if (arguments.send.bytes() != 0) pass_on(schedule, arguments, tree);
    return;
  }
  if (arguments.recv.bytes() == 0) return;
  for_children(tree, [&](int child, int subtree) { collect(schedule, arguments, child, subtree); });
  if (!arguments.in_place) schedule.copy(parts_at(arguments.recv, arguments.root), arguments.send);
}
template void gather_knomial<2>(Schedule& schedule, const Arguments& arguments);
template void gather_knomial<4>(Schedule& schedule, const Arguments& arguments);
template void gather_knomial<8>(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
