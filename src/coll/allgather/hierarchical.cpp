// Two levels: a gather inside each node to its first rank, all parts of a node in one message among these, and all parts of all
// ranks from them to their nodes.
#include "coll/allgather/allgather.hpp"
#include "coll/collectives.hpp"
#include "coll/hierarchical/levels.hpp"

namespace penstock::coll {
namespace {

void exchange(Schedule& schedule, const Arguments& arguments, Levels& levels) {
  const NodeParts parts(schedule, levels.nodes(), arguments.recv);
  const std::vector<proto::Buffer> of_nodes = parts.of_all();
  Arguments part = arguments;
  // The own part lies in the application's buffer, which is not the place of the gather unless that is direct.
  if (arguments.in_place && !parts.direct()) {
    part.in_place = false;
    part.send = parts_at(arguments.recv, schedule.team().rank);
  }
  part.recv = parts.first_of(levels.node());
  part.root = levels.leader();
  levels.within_node();
  build_gather(schedule, part);
  levels.among_leaders();
  part.in_place = true;
  part.recvs = of_nodes;
  build_allgatherv(schedule, part);
  levels.among_all();
  parts.store(-1);
}

}  // namespace

void allgather_hierarchical(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  const Team whole = schedule.team();
  Levels levels(schedule, 0);
  Arguments part = arguments;
  if (levels.leads()) {
    exchange(schedule, arguments, levels);
  } else {
    if (arguments.in_place) part.send = parts_at(arguments.recv, whole.rank);
    part.in_place = false;
    part.root = levels.leader();
    levels.within_node();
    build_gather(schedule, part);
  }
  levels.within_node();
  part.in_place = false;
  part.recv = parts_at(arguments.recv, 0, whole.size);
  part.root = levels.leader();
  build_bcast(schedule, part);
}

}  // namespace penstock::coll
