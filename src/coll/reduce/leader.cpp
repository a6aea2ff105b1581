// Two groups: the other group folds its operands along a binomial tree, and its first rank sends the result to the root.
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {

void fold_group(Schedule& schedule, Fold* fold, std::uint32_t message) {
  if (!schedule.engine().config().deterministic) return fold_tree(schedule, fold, 0, message);
  if (schedule.team().rank != 0) {
    fold->send(0, message);
    return;
  }
  for (int from = 1; from < schedule.team().size; ++from) {
    const Fold::Operand operand = fold->take();
    fold->append(operand, fold->recv(operand, from, message));
  }
}

void reduce_leader(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  if (arguments.root == kRootGroup) return;
  if (arguments.root == kRootHere) {
    if (arguments.recv.bytes() != 0) schedule.recv(arguments.recv, team.remote_rank(0), 1);
    return;
  }
  if (arguments.send.bytes() == 0) return;
  Fold fold(schedule, arguments.reduction, arguments.send);
  fold_group(schedule, &fold, 0);
  if (team.rank == 0) fold.send(team.remote_rank(arguments.root), 1);
}

}  // namespace penstock::coll
