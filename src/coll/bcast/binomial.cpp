// Binomial tree: ceil(log2 n) rounds, n - 1 messages of all the data. Straight from and to the user's buffers, any layout
// and memory kind.
#include "coll/bcast/bcast.hpp"

namespace penstock::coll {

// The lowest set bit of a rank (relative to the root) leads to its parent; smaller bits to its children.
Step bcast_tree(Schedule& schedule, const proto::Buffer& data, int root, Step ready, std::uint32_t message) {
  const int n = schedule.team().size;
  const int relative = (schedule.team().rank - root + n) % n;
  const auto rank_of = [&](std::int64_t place) { return static_cast<int>((place + root) % n); };
  std::int64_t bit = 1;
  while (bit < n && (relative & bit) == 0) bit *= 2;
  if (relative != 0) ready = schedule.recv(data, rank_of(relative - bit), message, {ready});
  for (bit /= 2; bit > 0; bit /= 2) {
    if (relative + bit < n) schedule.send(data, rank_of(relative + bit), message, {ready});
  }
  return ready;
}

void bcast_binomial(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() != 0) bcast_tree(schedule, arguments.recv, arguments.root, kNoStep, 0);
}

}  // namespace penstock::coll
