// Neighbour exchange (Chen, Zhang, Yuan 2005): n / 2 rounds for an even n, half as many as a ring. A rank exchanges parts with
// the rank on one side and the other in turn: its own at first, then the two that it got in the round before.
#include "coll/allgather/allgather.hpp"

namespace penstock::coll {

// Pairs of ranks (2p, 2p + 1) share what they hold; each round brings a pair of parts one pair farther away.
void allgather_neighbor_exchange(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const proto::Buffer& recv = arguments.recv;
  if (recv.bytes() == 0) return;
  const int pairs = n / 2;
  const bool even = rank % 2 == 0;
  const int mate = even ? rank + 1 : rank - 1;
  const int other = even ? (rank - 1 + n) % n : (rank + 1) % n;
  const Step own = arguments.in_place ? kNoStep : schedule.copy(parts_at(recv, rank), arguments.send);
  schedule.send(parts_at(recv, rank), mate, 0, {own});
  Step ready = schedule.recv(parts_at(recv, mate), mate, 0);
  if (own != kNoStep) schedule.order(own, ready);
  int held = rank / 2;
  for (int round = 1; round < pairs; ++round) {
    const bool outward = (round % 2 == 1) == even;
    const int distance = (round + 1) / 2;
    const int coming = (rank / 2 + (outward ? pairs - distance : distance)) % pairs;
    const int partner = round % 2 == 1 ? other : mate;
    schedule.send(parts_at(recv, 2 * held, 2), partner, static_cast<std::uint32_t>(round), {ready});
    ready = schedule.recv(parts_at(recv, 2 * coming, 2), partner, static_cast<std::uint32_t>(round), {ready});
    held = coming;
  }
}

}  // namespace penstock::coll
