// Linear (spread out) all-to-all: n - 1 messages of one part each way and rank, all at once, each rank beginning with the one
// after it. The least waiting where few ranks exchange parts that all fit into flight; in place through packed host memory for
// all parts.
#include "coll/alltoall/alltoall.hpp"

namespace penstock::coll {
namespace {

// A part without bytes is no message: both sides know its length.
template <typename SendTo, typename ReceiveFrom>
void exchange_all(Schedule& schedule, const SendTo& send_to, const ReceiveFrom& receive_from) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  for (int s = 1; s < n; ++s) {
    const int from = (rank - s + n) % n;
    if (receive_from(from).bytes() != 0) schedule.recv(receive_from(from), from, 0);
  }
  for (int s = 1; s < n; ++s) {
    const int to = (rank + s) % n;
    if (send_to(to).bytes() != 0) schedule.send(send_to(to), to, 0);
  }
  if (receive_from(rank).bytes() != 0) schedule.copy(receive_from(rank), send_to(rank));
}

// Outgoing data are packed first, so that incoming data may take their place.
template <typename PartOf>
void exchange_all_in_place(Schedule& schedule, const PartOf& part_of) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  for (int s = 1; s < n; ++s) {
    const int partner = (rank + s) % n;
    const proto::Buffer part = part_of(partner);
    if (part.bytes() == 0) continue;
    const proto::Buffer out = schedule.packed(part.bytes());
    const Step copied = schedule.copy(out, part);
    schedule.recv(part, partner, 0, {copied});
    schedule.send(out, partner, 0, {copied});
  }
}

}  // namespace

void alltoall_linear(Schedule& schedule, const Arguments& arguments) {
  const auto received = [&](int i) { return parts_at(arguments.recv, i); };
  if (arguments.in_place) return exchange_all_in_place(schedule, received);
  exchange_all(schedule, [&](int i) { return parts_at(arguments.send, i); }, received);
}

void alltoallw_linear(Schedule& schedule, const Arguments& arguments) {
  const auto received = [&](int i) { return arguments.recvs[static_cast<std::size_t>(i)]; };
  if (arguments.in_place) return exchange_all_in_place(schedule, received);
  exchange_all(schedule, [&](int i) { return arguments.sends[static_cast<std::size_t>(i)]; }, received);
}

}  // namespace penstock::coll
