// On boards: the root writes on its own, everybody reads there. Two copies, in pieces; the root does not wait for the readers
// while its board has room, so that many short broadcasts need few switches between ranks.
#include "coll/bcast/bcast.hpp"
#include "coll/board/programs.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {

void bcast_board(Schedule& schedule, const Arguments& arguments) {
  const std::uint64_t bytes = arguments.recv.bytes();
  if (bytes == 0) return;
  const bool root = schedule.team().rank == arguments.root;
  const Flat data = root ? flat_source(schedule, arguments.recv) : flat_target(schedule, arguments.recv);
  BoardOp& op = schedule.new_board_op();
  for_pieces(bytes, board_piece(schedule), 1,
             [&](std::uint64_t at, std::uint64_t length) { bcast_on_board(op, data.address + at, length, arguments.root); });
  if (root) {
    schedule.on_board(op, {data.ready});
  } else {
    run_on_board(schedule, op, {}, data, arguments.recv);
  }
}

}  // namespace penstock::coll
