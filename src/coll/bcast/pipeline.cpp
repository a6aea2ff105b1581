// Pipelines of pieces. Chain: each rank passes pieces on to the next while later ones arrive; n - 2 + p steps of 1/p of the
// data: near the cost of one transfer for data much larger than a piece. Binary tree: each rank passes them on to two; about
// 2 (log2 n - 1 + p) steps, for many ranks and middling data.
#include <algorithm>

#include "coll/bcast/bcast.hpp"
#include "coll/pieces/pieces.hpp"

namespace penstock::coll {
namespace {

// Ranks are counted from the root. `parent` and `children` (those below n) belong to this rank.
void pass_pieces(Schedule& schedule, const Arguments& arguments, int parent, int first_child, int children) {
  const int n = schedule.team().size;
  const std::uint64_t total = arguments.recv.bytes();
  if (n == 1 || total == 0) return;
  const bool is_root = schedule.team().rank == arguments.root;
  PackedData data(schedule, arguments.recv, is_root);
  const std::uint64_t piece_bytes = piece_bytes_of(total);
  std::uint32_t message = 0;
  for (std::uint64_t first = 0; first < total; first += piece_bytes, ++message) {
    const proto::Buffer piece = data.at(first, std::min(piece_bytes, total - first));
    Step ready = data.loaded();
    if (!is_root) {
      ready = schedule.recv(piece, (parent + arguments.root) % n, message);
      data.arrived(ready);
    }
    for (int i = 0; i < children && first_child < n - i; ++i) {
      schedule.send(piece, (first_child + i + arguments.root) % n, message, {ready});
    }
  }
}

int relative_rank(const Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  return (team.rank - arguments.root + team.size) % team.size;
}

}  // namespace

void bcast_pipeline(Schedule& schedule, const Arguments& arguments) {
  const int relative = relative_rank(schedule, arguments);
  pass_pieces(schedule, arguments, relative - 1, relative + 1, 1);
}

void bcast_binary_pipeline(Schedule& schedule, const Arguments& arguments) {
  const int relative = relative_rank(schedule, arguments);
  pass_pieces(schedule, arguments, (relative - 1) / 2, 2 * relative + 1, 2);
}

}  // namespace penstock::coll
