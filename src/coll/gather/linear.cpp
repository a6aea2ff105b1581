// Linear gather: every rank sends straight to the root; n - 1 messages of one part, none passed on. Best for large parts,
// which the root then pulls one by one without a copy.
#include "coll/gather/gather.hpp"

namespace penstock::coll {

proto::Buffer parts_of(const Arguments& arguments, int rank, int parts) noexcept {
  const proto::Buffer& part = arguments.recv;
  const std::int64_t distance = static_cast<std::int64_t>(part.count) * part.layout->extent();
  auto* address = static_cast<std::byte*>(part.address) + rank * distance;
  return {address, part.count * static_cast<std::uint64_t>(parts), part.layout};
}

void gather_linear(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  if (rank != arguments.root) {
    if (arguments.send.bytes() != 0) schedule.send(arguments.send, arguments.root, 0);
    return;
  }
  if (arguments.recv.bytes() == 0) return;
  for (int peer = 0; peer < n; ++peer) {
    if (peer != rank) schedule.recv(parts_of(arguments, peer, 1), peer, 0);
  }
  if (!arguments.in_place) schedule.copy(parts_of(arguments, rank, 1), arguments.send);
}

}  // namespace penstock::coll
