// Ring allgather: n - 1 steps, in each of which a rank passes on what it got in the one before. Every rank sends and receives
// each byte once, straight between the user's buffers: best for large parts.
#include "coll/allgather/allgather.hpp"

namespace penstock::coll {
namespace {

// This many receives are posted at a time. The limit keeps the order of messages between two ranks that share a tag.
constexpr int kWindow = 256;

// A part without bytes is no message: all ranks know all lengths.
template <typename PartOf>
void pass_round(Schedule& schedule, const Arguments& arguments, const PartOf& part_of) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const int right = (rank + 1) % n;
  const int left = (rank - 1 + n) % n;
  Step window[kWindow];
  for (Step& step : window) step = kNoStep;
  proto::Buffer passed = arguments.in_place ? part_of(rank) : arguments.send;
  Step ready = kNoStep;
  for (int s = 0; s < n - 1; ++s) {
    const auto message = static_cast<std::uint32_t>(s);
    const proto::Buffer incoming = part_of((rank - s - 1 + n) % n);
    if (passed.bytes() != 0) schedule.send(passed, right, message, {ready});
    if (incoming.bytes() != 0) {
      ready = schedule.recv(incoming, left, message, {window[s % kWindow]});
      window[s % kWindow] = ready;
    }
    passed = incoming;
  }
  const proto::Buffer own = part_of(rank);
  if (!arguments.in_place && own.bytes() != 0) schedule.copy(own, arguments.send);
}

}  // namespace

void allgather_ring(Schedule& schedule, const Arguments& arguments) {
  pass_round(schedule, arguments, [&](int i) { return parts_at(arguments.recv, i); });
}

void allgatherv_ring(Schedule& schedule, const Arguments& arguments) {
  pass_round(schedule, arguments, [&](int i) { return arguments.recvs[static_cast<std::size_t>(i)]; });
}

}  // namespace penstock::coll
