// Two levels: a reduction inside each node to its first rank, an allreduce of those, a broadcast inside the nodes. The data
// leave and enter each node as often as one rank's do in the allreduce. Operands are in rank order if the nodes' ranks follow
// one another; all ranks get the result of one rank of each node, so all get the same bits.
#include "coll/allreduce/allreduce.hpp"
#include "coll/collectives.hpp"
#include "coll/hierarchical/levels.hpp"

namespace penstock::coll {

void allreduce_hierarchical(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  Levels levels(schedule, 0);
  Arguments part = arguments;
  part.root = levels.leader();
  part.in_place = arguments.in_place && levels.leads();
  if (!levels.leads()) part.send = own_operand(arguments);
  levels.within_node();
  build_reduce(schedule, part);
  if (levels.leads()) {
    levels.among_leaders();
    part.in_place = true;
    build_allreduce(schedule, part);
  }
  levels.within_node();
  build_bcast(schedule, part);
}

}  // namespace penstock::coll
