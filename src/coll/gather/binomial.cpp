// Binomial gather: ceil(log2 n) rounds; inner ranks collect their subtree in packed host memory. Fewer messages at the root
// for small parts, at the price of passing bytes on.
#include <algorithm>

#include "coll/gather/gather.hpp"
#include "coll/gather/tree.hpp"

namespace penstock::coll {
namespace {

// At the root: a subtree's parts straight to their place, or through packed memory where their ranks wrap round.
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
  const int n = schedule.team().size;
  const int parent = (tree.parent + arguments.root) % n;
  if (tree.subtree == 1) {
    schedule.send(arguments.send, parent, 0);
    return;
  }
  const std::uint64_t bytes = arguments.send.bytes();
  std::byte* packed = schedule.scratch(bytes * static_cast<std::uint64_t>(tree.subtree));
  const Step own = schedule.copy(schedule.packed(packed, bytes), arguments.send);
  const Step sent = schedule.send(schedule.packed(packed, bytes * static_cast<std::uint64_t>(tree.subtree)), parent, 0, {own});
  for (int offset = 1; offset < tree.subtree; offset *= 2) {
    const int parts = std::min(offset, tree.subtree - offset);
    const proto::Buffer place =
        schedule.packed(packed + bytes * static_cast<std::uint64_t>(offset), bytes * static_cast<std::uint64_t>(parts));
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
  if (!arguments.in_place) schedule.copy(parts_at(arguments.recv, arguments.root, 1), arguments.send);
}

}  // namespace penstock::coll
