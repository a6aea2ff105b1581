// On boards: everybody writes its part on its own and reads those of all others. One round, two copies, in pieces.
#include "coll/allgather/allgather.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {

void allgather_board(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const std::uint64_t bytes = arguments.recv.bytes();
  if (bytes == 0) return;
  const proto::Buffer all = parts_at(arguments.recv, 0, team.size);
  const Flat to = flat_target(schedule, all, arguments.in_place);
  const auto part_of = [&](int i) { return to.address + static_cast<std::uint64_t>(i) * bytes; };
  const Flat mine = arguments.in_place ? Flat{part_of(team.rank), bytes, to.ready} : flat_source(schedule, arguments.send);
  BoardOp& op = schedule.new_board_op();
  for_pieces(bytes, board_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    op.reserve(0, length);
    op.write(0, 0, mine.address + at, length);
    op.publish(0, length);
    for (int i = 0; i < team.size; ++i) {
      if (i != team.rank || !arguments.in_place) op.read(0, i, length, 0, {.address = part_of(i) + at}, length);
    }
    op.leave(0);
  });
  run_on_board(schedule, op, mine, to, all);
}

// Everybody knows all lengths: as many pieces as the longest part has.
void allgatherv_board(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const auto part_of = [&](int i) -> const proto::Buffer& { return arguments.recvs[static_cast<std::size_t>(i)]; };
  std::uint64_t longest = 0;
  for (int i = 0; i < team.size; ++i) longest = std::max(longest, part_of(i).bytes());
  if (longest == 0) return;
  const Flat mine = flat_source(schedule, arguments.in_place ? part_of(team.rank) : arguments.send);
  BoardOp& op = schedule.new_board_op();
  ScatteredParts parts(schedule);
  const std::span<std::byte*> targets = parts.targets(arguments.recvs, arguments.in_place ? team.rank : -1);
  for_pieces(longest, board_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t most) {
    const auto length = [&](int i) { return at < part_of(i).bytes() ? std::min(most, part_of(i).bytes() - at) : 0; };
    op.reserve(0, most);
    if (length(team.rank) != 0) op.write(0, 0, mine.address + at, length(team.rank));
    op.publish(0, length(team.rank));
    for (int i = 0; i < team.size; ++i) {
      std::byte* to = targets[static_cast<std::size_t>(i)];
      if (to != nullptr && length(i) != 0) op.read(0, i, length(i), 0, {.address = to + at}, length(i));
    }
    op.leave(0);
  });
  parts.put(schedule.on_board(op, {mine.ready}));
}

}  // namespace penstock::coll
