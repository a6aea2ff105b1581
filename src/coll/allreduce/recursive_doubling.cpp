// Recursive doubling: ceil(log2 n) rounds of all the data, latency-optimal. Where n is no power of two, the first 2r ranks
// (r = n - 2^k) fold in pairs before and unfold after (Thakur, Rabenseifner, Gropp 2005). Operands meet in rank order, so
// the reduction need not commute, and every rank computes the same bracketing, so all get the same bits.
#include "coll/allreduce/allreduce.hpp"

namespace penstock::coll {
namespace {

void exchange(Schedule& schedule, Fold* fold, int peer, std::uint32_t message) {
  const Fold::Operand operand = fold->take();
  const Step received = fold->recv(operand, peer, message);
  fold->send(peer, message);
  if (peer < schedule.team().rank) {
    fold->prepend(operand, received);
  } else {
    fold->append(operand, received);
  }
}

}  // namespace

void allreduce_recursive_doubling(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  int power = 1;
  while (power <= n / 2) power *= 2;
  const int extra = n - power;
  // The odd rank of each folded pair takes part in the rounds.
  const bool folded = rank < 2 * extra;
  if (folded && rank % 2 == 0) {
    const Step sent = schedule.send(own_operand(arguments), rank + 1, 0);
    schedule.recv(arguments.recv, rank + 1, 1, {arguments.in_place ? sent : kNoStep});
    return;
  }
  Fold fold(schedule, arguments.reduction, own_operand(arguments), arguments.in_place);
  if (!arguments.in_place) fold.give(arguments.recv);
  if (folded) {
    const Fold::Operand operand = fold.take();
    fold.prepend(operand, fold.recv(operand, rank - 1, 0));
  }
  const int place = folded ? rank / 2 : rank - extra;
  std::uint32_t message = 2;
  for (int bit = 1; bit < power; bit *= 2, ++message) {
    const int partner = place ^ bit;
    exchange(schedule, &fold, partner < extra ? partner * 2 + 1 : partner + extra, message);
  }
  if (folded) fold.send(rank - 1, 1);
  fold.store(arguments.recv);
}

}  // namespace penstock::coll
