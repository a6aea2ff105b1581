// Bruck's allgather (Bruck et al. 1997): ceil(log2 n) rounds for any n, through packed host memory that starts with this
// rank's own part and is turned into rank order at the end. Made for small parts, such as those of a communicator split.
#include <algorithm>

#include "coll/allgather/allgather.hpp"

namespace penstock::coll {

void allgather_bruck(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const std::uint64_t bytes = arguments.recv.bytes();
  if (bytes == 0) return;
  std::byte* packed = schedule.scratch(bytes * static_cast<std::uint64_t>(n));
  const auto blocks = [&](int first, int count) {
    return schedule.packed(packed + bytes * static_cast<std::uint64_t>(first), bytes * static_cast<std::uint64_t>(count));
  };
  Step ready = schedule.copy(blocks(0, 1), arguments.in_place ? parts_at(arguments.recv, rank) : arguments.send);
  std::uint32_t message = 0;
  for (std::int64_t have = 1; have < n; have *= 2, ++message) {
    const int held = static_cast<int>(have);
    const int more = std::min(held, n - held);
    const Step received = schedule.recv(blocks(held, more), (rank + held) % n, message);
    schedule.send(blocks(0, more), (rank - held + n) % n, message, {ready});
    // Later sends carry everything received so far.
    if (ready != kNoStep) schedule.order(ready, received);
    ready = received;
  }
  schedule.copy(parts_at(arguments.recv, rank, n - rank), blocks(0, n - rank), {ready});
  if (rank > 0) schedule.copy(parts_at(arguments.recv, 0, rank), blocks(n - rank, rank), {ready});
}

}  // namespace penstock::coll
