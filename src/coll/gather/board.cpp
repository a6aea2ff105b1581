// On boards: everybody writes its part on its own, the root reads them all. Two copies, in pieces. Where the others do not know
// how long parts are, each has room for a short one on every board, and longer ones are messages.
#include "coll/gather/gather.hpp"
#include "coll/shm_steps/flat.hpp"

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
  BoardOp& op = schedule.new_board_op();
  Step own = kNoStep;
  if (!arguments.in_place) own = copy_own(schedule, op, schedule.packed(part_of(team.rank), bytes), arguments.send);
  for_pieces(bytes, board_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    op.reserve(0, length);
    for (int i = 0; i < team.size; ++i) {
      if (i != team.rank) op.read(0, i, length, 0, {.address = part_of(i) + at}, length);
    }
    op.leave(0);
  });
  run_on_board(schedule, op, {.ready = own}, parts, all);
}

namespace {

// What the root and a sender of `bytes` agree on: the length of a short part, or that it is a longer one.
std::uint64_t announced(std::uint64_t bytes, std::uint64_t cell) {
  return std::min(bytes, cell + 1);
}

void give_short_part(Schedule& schedule, const Arguments& arguments) {
  const std::uint64_t cell = board_cell(board_piece(schedule), 1);
  const std::uint64_t bytes = arguments.send.bytes();
  if (bytes > cell) schedule.send(arguments.send, arguments.root, 0);
  const Flat part = bytes <= cell ? flat_source(schedule, arguments.send) : Flat{};
  BoardOp& op = schedule.new_board_op();
  op.reserve(0, cell, part.bytes);
  if (part.bytes != 0) op.write(0, 0, part.address, part.bytes);
  op.publish(0, announced(bytes, cell), arguments.root);
  op.leave(0);
  schedule.on_board(op, {part.ready});
}

}  // namespace

void gatherv_board(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  if (team.rank != arguments.root) return give_short_part(schedule, arguments);
  const std::uint64_t cell = board_cell(board_piece(schedule), 1);
  const auto part_of = [&](int i) -> const proto::Buffer& { return arguments.recvs[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < team.size; ++i) {
    if (i != team.rank && part_of(i).bytes() > cell) schedule.recv(part_of(i), i, 0);
  }
  BoardOp& op = schedule.new_board_op();
  op.reserve(0, cell, 0);
  ScatteredParts parts(schedule);
  for (int i = 0; i < team.size; ++i) {
    const std::uint64_t bytes = part_of(i).bytes();
    if (i == team.rank) {
      if (!arguments.in_place) copy_own(schedule, op, part_of(i), arguments.send);
    } else if (bytes == 0 || bytes > cell) {
      op.await(0, i, announced(bytes, cell));
    } else {
      op.read(0, i, bytes, 0, {.address = parts.target(part_of(i))}, bytes);
    }
  }
  op.leave(0);
  parts.put(schedule.on_board(op));
}

}  // namespace penstock::coll
