// Binomial reduce to rank 0 and broadcast of the result: 2 ceil(log2 n) rounds, but only 2(n - 1) messages, where recursive
// doubling has n log2 n. For ranks that share CPUs, where each message costs the time of a switch between ranks.
#include "coll/allreduce/allreduce.hpp"
#include "coll/bcast/bcast.hpp"
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {

void allreduce_tree(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  Fold fold(schedule, arguments.reduction, own_operand(arguments), arguments.in_place);
  if (!arguments.in_place) fold.give(arguments.recv);
  fold_tree(schedule, &fold, 0, 0);
  const Step ready = schedule.team().rank == 0 ? fold.store(arguments.recv) : fold.sent();
  bcast_tree(schedule, arguments.recv, 0, ready, 1);
}

}  // namespace penstock::coll
