// Pairwise allgather: each rank sends its part straight to every other. The n - 1 messages of a rank do not wait for one
// another: best for small parts of unequal lengths, and between groups.
#include "coll/allgather/allgather.hpp"
#include "coll/alltoall/exchange.hpp"

namespace penstock::coll {

void allgather_pairwise(Schedule& schedule, const Arguments& arguments) {
  const auto place_of = [&](int i) { return parts_at(arguments.recv, i); };
  const proto::Buffer mine = arguments.in_place ? place_of(schedule.team().rank) : arguments.send;
  exchange_pairwise(schedule, [&](int /*to*/) { return mine; }, place_of, arguments.in_place);
}

void allgatherv_pairwise(Schedule& schedule, const Arguments& arguments) {
  const auto place_of = [&](int i) { return arguments.recvs[static_cast<std::size_t>(i)]; };
  const proto::Buffer mine = arguments.in_place ? place_of(schedule.team().rank) : arguments.send;
  exchange_pairwise(schedule, [&](int /*to*/) { return mine; }, place_of, arguments.in_place);
}

}  // namespace penstock::coll
