// Every rank sends to rank 0, which folds the operands in rank order and answers each: two rounds and 2(n - 1) messages, the
// minimum. It suits ranks that share CPUs, where the cost is the number of times that a rank must be scheduled before it can
// continue: twice here, ceil(log2 n) times in recursive doubling.
#include "coll/allreduce/allreduce.hpp"

namespace penstock::coll {

void allreduce_star(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  constexpr std::uint32_t kIn = 0;
  constexpr std::uint32_t kOut = 1;
  if (schedule.team().rank != 0) {
    const Step sent = schedule.send(own_operand(arguments), 0, kIn);
    schedule.recv(arguments.recv, 0, kOut, {arguments.in_place ? sent : kNoStep});
    return;
  }
  Fold fold(schedule, arguments.reduction, own_operand(arguments), arguments.in_place);
  if (!arguments.in_place) fold.give(arguments.recv);
  for (int from = 1; from < schedule.team().size; ++from) {
    const Fold::Operand operand = fold.take();
    fold.append(operand, fold.recv(operand, from, kIn));
  }
  const Step ready = fold.store(arguments.recv);
  for (int to = 1; to < schedule.team().size; ++to) schedule.send(arguments.recv, to, kOut, {ready});
}

}  // namespace penstock::coll
