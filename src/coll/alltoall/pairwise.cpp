// Pairwise exchange: n - 1 steps of one part each way, a bounded number of them at once; straight between the user's buffers,
// in place through packed host memory for two parts.
#include "coll/alltoall/alltoall.hpp"
#include "coll/alltoall/exchange.hpp"

namespace penstock::coll {

void alltoall_pairwise(Schedule& schedule, const Arguments& arguments) {
  const auto received = [&](int i) { return parts_at(arguments.recv, i); };
  if (arguments.in_place) return exchange_in_place(schedule, received);
  exchange_pairwise(schedule, [&](int i) { return parts_at(arguments.send, i); }, received, false);
}

void alltoallw_pairwise(Schedule& schedule, const Arguments& arguments) {
  const auto received = [&](int i) { return arguments.recvs[static_cast<std::size_t>(i)]; };
  if (arguments.in_place) return exchange_in_place(schedule, received);
  exchange_pairwise(schedule, [&](int i) { return arguments.sends[static_cast<std::size_t>(i)]; }, received, false);
}

}  // namespace penstock::coll
