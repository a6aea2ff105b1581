// Two levels: all parts of a node in one message from the root to one rank of it, and a scatter inside the node.
#include "coll/collectives.hpp"
#include "coll/hierarchical/levels.hpp"
#include "coll/scatter/scatter.hpp"

namespace penstock::coll {
namespace {

void scatter_at_root(Schedule& schedule, const Arguments& arguments, Levels& levels) {
  const NodeParts parts(schedule, levels.nodes(), arguments.send);
  parts.load(arguments.in_place ? schedule.team().rank : -1);
  const std::vector<proto::Buffer> of_nodes = parts.of_all();
  Arguments part = arguments;
  levels.among_leaders();
  part.in_place = true;
  part.sends = of_nodes;
  part.root = levels.root();
  build_scatterv(schedule, part);
  levels.within_node();
  part.in_place = arguments.in_place;
  part.send = parts.first_of(levels.node());
  part.root = levels.leader();
  build_scatter(schedule, part);
}

}  // namespace

void scatter_hierarchical(Schedule& schedule, const Arguments& arguments) {
  const bool is_root = schedule.team().rank == arguments.root;
  const std::uint64_t bytes = is_root ? arguments.send.bytes() : arguments.recv.bytes();
  if (bytes == 0) return;
  Levels levels(schedule, arguments.root);
  if (is_root) return scatter_at_root(schedule, arguments, levels);
  Arguments part = arguments;
  if (levels.leads()) {
    const auto members = static_cast<std::uint64_t>(levels.members().size());
    std::byte* packed = schedule.scratch(bytes * members);
    levels.among_leaders();
    part.recv = schedule.packed(packed, bytes * members);
    part.root = levels.root();
    build_scatterv(schedule, part);
    part.send = schedule.packed(packed, bytes);
    part.recv = arguments.recv;
  }
  levels.within_node();
  part.root = levels.leader();
  build_scatter(schedule, part);
}

}  // namespace penstock::coll
