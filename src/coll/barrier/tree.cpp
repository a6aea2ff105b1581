// Tokens along a binomial tree to rank 0 and back: 2 ceil(log2 n) rounds, but only 2(n - 1) messages, where dissemination has
// n log2 n. For ranks that share CPUs, where each message costs the time of a switch between ranks.
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"

namespace penstock::coll {

proto::Buffer make_token(Schedule& schedule) {
  std::byte* token = schedule.scratch(1);
  *token = std::byte{1};
  return schedule.packed(token, 1);
}

Step tokens_to_first(Schedule& schedule, std::uint32_t message) {
  const Team& team = schedule.team();
  const Step all_in = schedule.join();
  std::int64_t bit = 1;
  for (; bit < team.size && (team.rank & bit) == 0; bit *= 2) {
    if (team.rank + bit >= team.size) continue;
    schedule.order(schedule.recv(make_token(schedule), static_cast<int>(team.rank + bit), message), all_in);
  }
  if (team.rank == 0) return all_in;
  return schedule.send(make_token(schedule), static_cast<int>(team.rank - bit), message, {all_in});
}

void barrier_tree(Schedule& schedule, const Arguments& /*arguments*/) {
  const Step all_in = tokens_to_first(schedule, 0);
  bcast_tree(schedule, make_token(schedule), 0, all_in, 1);
}

}  // namespace penstock::coll
