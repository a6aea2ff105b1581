// Linear scatter: the root sends each rank its part; n - 1 messages of one part, none forwarded. Between groups the
// root is none of the receivers.
#include "coll/scatter/scatter.hpp"

namespace penstock::coll {
namespace {

// A part without bytes is no message: both sides know its length.
template <typename PartOf>
void scatter_parts(Schedule& schedule, const Arguments& arguments, const PartOf& part_of) {
  const Team& team = schedule.team();
  if (arguments.root == kRootGroup) return;
  if (!at_root(team, arguments)) {
    if (arguments.recv.bytes() != 0) schedule.recv(arguments.recv, team.peer(arguments.root), 0);
    return;
  }
  for (int i = 0; i < team.peers(); ++i) {
    const proto::Buffer part = part_of(i);
    if (part.bytes() == 0) continue;
    if (!team.is_self(i)) schedule.send(part, team.peer(i), 0);
  }
  if (team.is_inter() || arguments.in_place) return;
  if (const proto::Buffer own = part_of(team.rank); own.bytes() != 0) schedule.copy(arguments.recv, own);
}

}  // namespace

void scatter_linear(Schedule& schedule, const Arguments& arguments) {
  scatter_parts(schedule, arguments, [&](int i) { return parts_at(arguments.send, i); });
}

void scatterv_linear(Schedule& schedule, const Arguments& arguments) {
  scatter_parts(schedule, arguments, [&](int i) { return arguments.sends[static_cast<std::size_t>(i)]; });
}

}  // namespace penstock::coll
