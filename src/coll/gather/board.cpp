// On boards: everybody writes its part on its own, the root reads them all. Two copies, in pieces.
#include "coll/board/flat.hpp"
#include "coll/gather/gather.hpp"

namespace penstock::coll {
namespace {

void give_part(Schedule& schedule, const Arguments& arguments) {
  const Flat part = flat_source(schedule, arguments.send);
  BoardOp& op = schedule.new_board_op();
  for_pieces(part.bytes, board_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    op.reserve(0, length);
    op.write(0, 0, part.address + at, length);
    op.publish(0, length, arguments.root);
    op.leave(0);
  });
  schedule.on_board(op, {part.ready});
}

}  // namespace

void gather_board(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const bool root = team.rank == arguments.root;
  const std::uint64_t bytes = root ? arguments.recv.bytes() : arguments.send.bytes();
  if (bytes == 0) return;
  if (!root) return give_part(schedule, arguments);
  const proto::Buffer all = parts_at(arguments.recv, 0, team.size);
  const Flat parts = flat_target(schedule, all, arguments.in_place);
  const auto part_of = [&](int i) { return parts.address + static_cast<std::uint64_t>(i) * bytes; };
  Step own = kNoStep;
  if (!arguments.in_place) own = schedule.copy(schedule.packed(part_of(team.rank), bytes), arguments.send);
  BoardOp& op = schedule.new_board_op();
  for_pieces(bytes, board_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    op.reserve(0, length);
    for (int i = 0; i < team.size; ++i) {
      if (i != team.rank) op.read(0, i, length, 0, {.address = part_of(i) + at}, length);
    }
    op.leave(0);
  });
  run_on_board(schedule, op, {.ready = own}, parts, all);
}

}  // namespace penstock::coll
