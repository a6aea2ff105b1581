// On boards: everybody else writes its operand on its own, the root folds them in rank order where they lie. One round; n - 1
// folds at the root alone.
#include "coll/reduce/reduce.hpp"
#include "coll/shm_steps/fold.hpp"

namespace penstock::coll {

void reduce_board(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const bool root = team.rank == arguments.root;
  const proto::Buffer& mine = arguments.in_place && root ? arguments.recv : arguments.send;
  if (mine.bytes() == 0) return;
  const Flat from = flat_source(schedule, mine);
  const Flat to = root ? flat_target(schedule, arguments.recv) : Flat{};
  const std::uint64_t element = mine.layout->size();
  BoardOp& op = schedule.new_board_op(arguments.reduction);
  for_pieces(from.bytes, board_piece(schedule), element, [&](std::uint64_t at, std::uint64_t length) {
    op.reserve(0, length);
    const bool in_place = root && op.has_kernel();
    if (!in_place) {
      op.write(0, 0, from.address + at, length);
      op.publish(0, length, arguments.root);
    }
    const std::byte* own = in_place ? from.address + at : nullptr;
    if (root) fold_members(op, {0, length, 0, length / element, element}, 0, team.size, {.address = to.address + at}, own);
    op.leave(0);
  });
  if (root) {
    run_on_board(schedule, op, from, to, arguments.recv);
  } else {
    schedule.on_board(op, {from.ready});
  }
}

}  // namespace penstock::coll
