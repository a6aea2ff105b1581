// k-nomial tree: ceil(log_k n) levels of at most k - 1 messages each, n - 1 messages of all the data. Straight from and to
// the user's buffers, any layout and memory kind. Radix 2, the binomial tree, has the fewest messages one after another at the
// root; more children a level pay where a message costs its sender less than it takes to arrive.
#include "coll/bcast/bcast.hpp"
#include "coll/tree/tree.hpp"

namespace penstock::coll {

Step bcast_tree(Schedule& schedule, const proto::Buffer& data, int root, Step ready, std::uint32_t message, int radix) {
  const Tree tree = tree_of(schedule.team(), root, radix);
  if (tree.parent >= 0) ready = schedule.recv(data, tree.rank_of(tree.parent), message, {ready});
  for_children_largest_first(tree,
                             [&](int child, int /*subtree*/) { schedule.send(data, tree.rank_of(child), message, {ready}); });
  return ready;
}

template <int kRadix>
void bcast_knomial(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() != 0) bcast_tree(schedule, arguments.recv, arguments.root, kNoStep, 0, kRadix);
}
template void bcast_knomial<2>(Schedule& schedule, const Arguments& arguments);
template void bcast_knomial<4>(Schedule& schedule, const Arguments& arguments);
template void bcast_knomial<8>(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
