// Linear gather: every rank sends straight to the root; n - 1 messages of one part, none forwarded. Best for large parts, which
// the root then pulls one by one without a copy. Between groups the root is none of the senders.
#include "coll/gather/gather.hpp"

namespace penstock::coll {
namespace {

// A part without bytes is no message: both sides know its length.
template <typename PartOf>
void gather_parts(Schedule& schedule, const Arguments& arguments, const PartOf& part_of) {
  const Team& team = schedule.team();
  if (arguments.root == kRootGroup) return;
  if (!at_root(team, arguments)) {
    if (arguments.send.bytes() != 0) schedule.send(arguments.send, team.peer(arguments.root), 0);
    return;
  }
  for (int i = 0; i < team.peers(); ++i) {
    const proto::Buffer part = part_of(i);
    if (part.bytes() == 0) continue;
    if (!team.is_self(i)) schedule.recv(part, team.peer(i), 0);
  }
  if (team.is_inter() || arguments.in_place) return;
  if (const proto::Buffer own = part_of(team.rank); own.bytes() != 0) schedule.copy(own, arguments.send);
}

}  // namespace

void gather_linear(Schedule& schedule, const Arguments& arguments) {
  gather_parts(schedule, arguments, [&](int i) { return parts_at(arguments.recv, i); });
}

void gatherv_linear(Schedule& schedule, const Arguments& arguments) {
  gather_parts(schedule, arguments, [&](int i) { return arguments.recvs[static_cast<std::size_t>(i)]; });
}

}  // namespace penstock::coll
