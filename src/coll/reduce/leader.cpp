// Between groups: the other group folds its operands along a binomial tree, its first rank sends the root the result.
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {

void reduce_leader(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  if (arguments.root == kRootGroup) return;
  if (arguments.root == kRootHere) {
    if (arguments.recv.bytes() != 0) schedule.recv(arguments.recv, team.remote_rank(0), 1);
    return;
  }
  if (arguments.send.bytes() == 0) return;
  Fold fold(schedule, arguments.reduction, arguments.send);
  fold_tree(schedule, &fold, 0, 0);
  if (team.rank == 0) fold.send(team.remote_rank(arguments.root), 1);
}

}  // namespace penstock::coll
