// Two groups: the root sends one message to the first rank of the other group, which broadcasts it along a binomial tree.
#include "coll/bcast/bcast.hpp"

namespace penstock::coll {

void bcast_leader(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  if (arguments.root == kRootGroup || arguments.recv.bytes() == 0) return;
  if (arguments.root == kRootHere) {
    schedule.send(arguments.recv, team.remote_rank(0), 0);
    return;
  }
  Step received = kNoStep;
  if (team.rank == 0) received = schedule.recv(arguments.recv, team.remote_rank(arguments.root), 0);
  bcast_tree(schedule, arguments.recv, 0, received, 1);
}

}  // namespace penstock::coll
