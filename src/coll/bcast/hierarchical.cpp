// Two levels: a broadcast from the root to one rank of each node, and broadcasts inside the nodes.
// The data enter each node once.
#include "coll/bcast/bcast.hpp"
#include "coll/collectives.hpp"
#include "coll/hierarchical/levels.hpp"

namespace penstock::coll {

void bcast_hierarchical(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  Levels levels(schedule, arguments.root);
  Arguments part = arguments;
  if (levels.leads()) {
    levels.among_leaders();
    part.root = levels.root();
    build_bcast(schedule, part);
  }
  levels.within_node();
  part.root = levels.leader();
  build_bcast(schedule, part);
}

}  // namespace penstock::coll
