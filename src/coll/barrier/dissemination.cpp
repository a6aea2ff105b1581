// Dissemination barrier (Hensgen, Finkel, Manber 1988): ceil(log2 n) rounds, one message each way and round, any n.
#include "coll/barrier/barrier.hpp"

namespace penstock::coll {

void barrier_dissemination(Schedule& schedule, const Arguments& /*arguments*/) {
  constexpr std::uint32_t kMaxRounds = 31;
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  if (n == 1) return;
  Step received[kMaxRounds];
  std::uint32_t round = 0;
  for (std::int64_t distance = 1; distance < n; distance *= 2, ++round) {
    const int hop = static_cast<int>(distance);
    received[round] = schedule.recv(make_token(schedule), (rank - hop + n) % n, round);
    // Receives are posted at once; a send waits for the messages of all earlier rounds.
    const Step sent = schedule.send(make_token(schedule), static_cast<int>((rank + distance) % n), round);
    for (std::uint32_t earlier = 0; earlier < round; ++earlier) schedule.order(received[earlier], sent);
  }
}

}  // namespace penstock::coll
