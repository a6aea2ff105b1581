// Binomial tree: ceil(log2 n) rounds, n - 1 messages of all the data. Straight from and to the user's buffers, any layout
// and memory kind.
#include "coll/bcast/bcast.hpp"

namespace penstock::coll {

void bcast_binomial(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  const proto::Buffer& data = arguments.recv;
  if (n == 1 || data.bytes() == 0) return;
  const int relative = (schedule.team().rank - arguments.root + n) % n;
  // The lowest set bit of a rank (relative to the root) leads to its parent; smaller bits to its children.
  std::int64_t bit = 1;
  while (bit < n && (relative & bit) == 0) bit *= 2;
  Step received = kNoStep;
  if (relative != 0) {
    const int parent = static_cast<int>((relative - bit + arguments.root) % n);
    received = schedule.recv(data, parent, 0);
  }
  for (bit /= 2; bit > 0; bit /= 2) {
    if (relative + bit >= n) continue;
    const int child = static_cast<int>((relative + bit + arguments.root) % n);
    schedule.send(data, child, 0, {received});
  }
}

}  // namespace penstock::coll
