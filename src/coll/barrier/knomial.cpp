// Tokens along a k-nomial tree to rank 0 and back: 2 ceil(log_k n) rounds, but only 2(n - 1) messages, where dissemination has
// n log2 n. For ranks that share CPUs, where each message costs the time of a switch between ranks.
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"
#include "coll/tree/tree.hpp"

namespace penstock::coll {

proto::Buffer make_token(Schedule& schedule) {
  std::byte* token = schedule.scratch(1);
  *token = std::byte{1};
  return schedule.packed(token, 1);
}

Step tokens_to_first(Schedule& schedule, std::uint32_t message, int radix) {
  const Tree tree = tree_of(schedule.team(), 0, radix);
  const Step all_in = schedule.join();
  for_children(
      tree, [&](int child, int /*subtree*/) { schedule.order(schedule.recv(make_token(schedule), child, message), all_in); });
  return tree.parent < 0 ? all_in : schedule.send(make_token(schedule), tree.parent, message, {all_in});
}

template <int kRadix>
void barrier_knomial(Schedule& schedule, const Arguments& /*arguments*/) {
  const Step all_in = tokens_to_first(schedule, 0, kRadix);
  bcast_tree(schedule, make_token(schedule), 0, all_in, 1, kRadix);
}
template void barrier_knomial<2>(Schedule& schedule, const Arguments& arguments);
template void barrier_knomial<4>(Schedule& schedule, const Arguments& arguments);
template void barrier_knomial<8>(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
