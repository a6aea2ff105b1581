// Two groups: each folds its operands along a binomial tree, the first ranks exchange the results, and
// broadcast them along a binomial tree.
#include "coll/allreduce/allreduce.hpp"
#include "coll/bcast/bcast.hpp"
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {

void allreduce_leaders(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  if (arguments.send.bytes() == 0) return;
  Fold fold(schedule, arguments.reduction, arguments.send);
  fold_group(schedule, &fold, 0);
  Step received = kNoStep;
  if (team.rank == 0) {
    fold.send(team.remote_rank(0), 1);
    received = schedule.recv(arguments.recv, team.remote_rank(0), 1);
  }
  bcast_tree(schedule, arguments.recv, 0, received, 2);
}

}  // namespace penstock::coll
