// Two levels: a gather inside each node to one rank, and all parts of a node in one message to the root.
#include "coll/collectives.hpp"
#include "coll/gather/gather.hpp"
#include "coll/hierarchical/levels.hpp"

namespace penstock::coll {
namespace {

void gather_at_root(Schedule& schedule, const Arguments& arguments, Levels& levels) {
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
  part.root = levels.root();
  build_gatherv(schedule, part);
  levels.among_all();
  parts.store(arguments.in_place ? schedule.team().rank : -1);
}

}  // namespace

void gather_hierarchical(Schedule& schedule, const Arguments& arguments) {
  const bool is_root = schedule.team().rank == arguments.root;
  const std::uint64_t bytes = is_root ? arguments.recv.bytes() : arguments.send.bytes();
  if (bytes == 0) return;
  Levels levels(schedule, arguments.root);
  if (is_root) return gather_at_root(schedule, arguments, levels);
  Arguments part = arguments;
  const auto members = static_cast<std::uint64_t>(levels.members().size());
  std::byte* packed = levels.leads() ? schedule.scratch(bytes * members) : nullptr;
  part.recv = schedule.packed(packed, bytes);
  part.root = levels.leader();
  levels.within_node();
  build_gather(schedule, part);
  if (!levels.leads()) return;
  levels.among_leaders();
  part.send = schedule.packed(packed, bytes * members);
  part.root = levels.root();
  build_gatherv(schedule, part);
}

}  // namespace penstock::coll
