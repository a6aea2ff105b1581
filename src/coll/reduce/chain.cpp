// Pipelined chain: pieces of the last rank's operand go to the previous rank, which combines its own in front of them and
// passes them on, to rank 0 and from there to the root. n - 2 + p steps of 1/p of the data (one more if the root is not rank
// 0): near the cost of one transfer for data much larger than a piece. If the reduction commutes the chain ends at the root.
#include "coll/pieces/pieces.hpp"
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {
namespace {

// Room for two pieces, used alternately.
struct Room {
  proto::Buffer operand[2];
  Step freed[2] = {kNoStep, kNoStep};
};

}  // namespace

void reduce_chain(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const int end = arguments.reduction.commutative ? arguments.root : 0;
  const int relative = (team.rank - end + team.size) % team.size;
  const int above = relative + 1 < team.size ? (team.rank + 1) % team.size : -1;
  const int below = relative > 0 ? (team.rank - 1 + team.size) % team.size : -1;
  const bool is_root = team.rank == arguments.root;
  proto::Buffer mine = is_root ? own_operand(arguments) : arguments.send;
  if (mine.bytes() == 0) return;
  Step loaded = kNoStep;
  if (needs_staging(schedule, mine.address)) {
    const proto::Buffer there = make_operand(schedule, *mine.layout, mine.count);
    loaded = schedule.copy(there, mine);
    mine = there;
  }
  const std::uint64_t piece = piece_elements_of(mine);
  Room room;
  for (int i = 0; i < 2 && above >= 0; ++i) room.operand[i] = make_operand(schedule, *mine.layout, std::min(piece, mine.count));
  std::uint32_t message = 0;
  for (std::uint64_t first = 0; first < mine.count; first += piece, ++message) {
    proto::Buffer value = piece_at(mine, first, piece);
    Step ready = loaded;
    Step& freed = room.freed[message % 2];
    if (above >= 0) {
      const proto::Buffer operand{room.operand[message % 2].address, value.count, value.layout};
      const Step received = schedule.recv(operand, above, message, {freed});
      freed = ready = schedule.reduce(arguments.reduction, value.address, operand.address, value.count, {received, loaded});
      value = operand;
    }
    Step sent = kNoStep;
    if (below >= 0) freed = sent = schedule.send(value, below, message, {ready});
    if (is_root && end != team.rank) schedule.recv(piece_at(arguments.recv, first, piece), end, message, {sent});
    if (is_root && end == team.rank) {
      const proto::Buffer result = piece_at(arguments.recv, first, piece);
      if (result.address != value.address) freed = schedule.copy(result, value, {ready});
    } else if (end == team.rank) {
      freed = schedule.send(value, arguments.root, message, {ready});
    }
  }
}

}  // namespace penstock::coll
