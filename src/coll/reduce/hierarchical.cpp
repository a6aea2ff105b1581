// Two levels: a reduction inside each node to one rank, and one from those to the root. The data leave each node once. Operands
// are in rank order if the nodes' ranks follow one another.
#include "coll/collectives.hpp"
#include "coll/hierarchical/levels.hpp"
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {

void reduce_hierarchical(Schedule& schedule, const Arguments& arguments) {
  const bool is_root = schedule.team().rank == arguments.root;
  const proto::Buffer& mine = is_root ? own_operand(arguments) : arguments.send;
  if (mine.bytes() == 0) return;
  Levels levels(schedule, arguments.root);
  Arguments part = arguments;
  if (levels.leads() && !is_root) part.recv = make_operand(schedule, *mine.layout, mine.count);
  levels.within_node();
  part.root = levels.leader();
  build_reduce(schedule, part);
  if (!levels.leads()) return;
  levels.among_leaders();
  part.root = levels.root();
  part.in_place = is_root;
  if (!is_root) part.send = part.recv;
  build_reduce(schedule, part);
}

}  // namespace penstock::coll
