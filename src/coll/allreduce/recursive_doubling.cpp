// Recursive doubling: ceil(log2 n) rounds of all the data, latency-optimal. Where n is no power of two, the first 2r ranks
// (r = n - 2^k) fold in pairs before and unfold after (Thakur, Rabenseifner, Gropp 2005). Operands meet in rank order, so
// the reduction need not commute, and every rank computes the same bracketing, so all get the same bits.
#include "coll/allreduce/allreduce.hpp"

namespace penstock::coll {
namespace {

struct State {
  Schedule& schedule;
  const Arguments& arguments;
  Accumulator accumulator;
  proto::Buffer operand;
  Step ready;  // the accumulator holds what it should, and nothing reads it
};

// accumulator = incoming op accumulator, in rank order. MPI's functions leave the result in their second operand, which is
// the right-hand one: when the incoming part belongs right, the result is made in `operand` and copied back.
Step combine(State& state, bool incoming_is_left, Step received, Step sent = kNoStep) {
  Schedule& schedule = state.schedule;
  const proto::Buffer& mine = state.accumulator.buffer;
  const Reduction& reduction = state.arguments.reduction;
  if (incoming_is_left || reduction.commutative) {
    return schedule.reduce(reduction, state.operand.address, mine.address, mine.count, {received, sent});
  }
  const Step made = schedule.reduce(reduction, mine.address, state.operand.address, mine.count, {received});
  return schedule.copy(mine, state.operand, {made, sent});
}

// Both directions end before the accumulator changes; the operand is free again once that is done.
void exchange(State& state, int peer, std::uint32_t message) {
  Schedule& schedule = state.schedule;
  const Step received = schedule.recv(state.operand, peer, message, {state.ready});
  const Step sent = schedule.send(state.accumulator.buffer, peer, message, {state.ready});
  state.ready = combine(state, peer < schedule.team().rank, received, sent);
}

}  // namespace

void allreduce_recursive_doubling(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  State state{schedule, arguments, make_accumulator(schedule, arguments), {}, kNoStep};
  state.operand = make_operand(schedule, *arguments.recv.layout, arguments.recv.count);
  state.ready = state.accumulator.loaded;
  int power = 1;
  while (power <= n / 2) power *= 2;
  const int extra = n - power;
  // Of each folded pair the odd rank takes part in the rounds.
  const bool folded = rank < 2 * extra;
  const proto::Buffer& mine = state.accumulator.buffer;
  if (folded && rank % 2 == 0) {
    const Step sent = schedule.send(mine, rank + 1, 0, {state.ready});
    const Step result = schedule.recv(mine, rank + 1, 1, {sent});
    store_result(schedule, arguments, state.accumulator, result);
    return;
  }
  if (folded) {
    const Step received = schedule.recv(state.operand, rank - 1, 0, {state.ready});
    state.ready = combine(state, true, received);
  }
  const int place = folded ? rank / 2 : rank - extra;
  std::uint32_t message = 2;
  for (int bit = 1; bit < power; bit *= 2, ++message) {
    const int partner = place ^ bit;
    exchange(state, partner < extra ? partner * 2 + 1 : partner + extra, message);
  }
  if (folded) schedule.send(mine, rank - 1, 1, {state.ready});
  store_result(schedule, arguments, state.accumulator, state.ready);
}

}  // namespace penstock::coll
