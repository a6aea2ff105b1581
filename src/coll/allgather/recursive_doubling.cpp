// Recursive doubling: log2 n rounds, in each of which partners exchange all that they hold; n is a power of two. Every rank
// sends and receives (n - 1) parts, straight between the user's buffers (Thakur, Rabenseifner, Gropp 2005).
#include <vector>

#include "coll/allgather/allgather.hpp"

namespace penstock::coll {

void allgather_recursive_doubling(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  if (arguments.recv.bytes() == 0) return;
  const Step own = arguments.in_place ? kNoStep : schedule.copy(parts_at(arguments.recv, rank), arguments.send);
  std::vector<Step> received;
  std::uint32_t message = 0;
  for (int bit = 1; bit < n; bit *= 2, ++message) {
    const int partner = rank ^ bit;
    const Step sent = schedule.send(parts_at(arguments.recv, rank & -bit, bit), partner, message, {own});
    for (const Step step : received) schedule.order(step, sent);
    received.push_back(schedule.recv(parts_at(arguments.recv, partner & -bit, bit), partner, message));
  }
}

}  // namespace penstock::coll
