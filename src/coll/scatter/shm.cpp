// Uses shared buffers: the root writes all parts to its own, and every other rank reads one. Two copies, in pieces of each
// part. If the others do not know the lengths of parts, these have cells, and parts too long for cells are messages.
#include "coll/scatter/scatter.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/cells.hpp"

namespace penstock::coll {
namespace {

std::uint64_t piece_of_each(const Schedule& schedule) {
  return std::max<std::uint64_t>(1, shm_piece(schedule) / static_cast<std::uint64_t>(schedule.team().size));
}

void hand_out(Schedule& schedule, const Arguments& arguments, std::uint64_t bytes) {
  const Team& team = schedule.team();
  const Flat parts = flat_source(schedule, parts_at(arguments.send, 0, team.size));
  ShmProgram& op = schedule.new_shm_program();
  if (!arguments.in_place) {
    std::byte* own = parts.address + static_cast<std::uint64_t>(team.rank) * bytes;
    copy_own(schedule, op, arguments.recv, schedule.packed(own, bytes), parts.ready);
  }
  for_pieces(bytes, piece_of_each(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    scatter_on_shm(op, parts.address + at, nullptr, bytes, length, team.rank);
  });
  schedule.on_shm(op, {parts.ready});
}

}  // namespace

void scatter_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const bool root = team.rank == arguments.root;
  const std::uint64_t bytes = root ? arguments.send.bytes() : arguments.recv.bytes();
  if (bytes == 0) return;
  if (root) return hand_out(schedule, arguments, bytes);
  const Flat part = flat_target(schedule, arguments.recv);
  ShmProgram& op = schedule.new_shm_program();
  for_pieces(bytes, piece_of_each(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    scatter_on_shm(op, nullptr, part.address + at, bytes, length, arguments.root);
  });
  run_on_shm(schedule, op, {}, part, arguments.recv);
}

void scatterv_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  Cells cells(schedule);
  if (team.rank != arguments.root) {
    if (!cells.holds(arguments.recv)) schedule.recv(arguments.recv, arguments.root, 0);
    ShmProgram& op = schedule.new_shm_program();
    cells.reserve(op);
    cells.read(op, arguments.root, arguments.recv);
    return cells.finish(op);
  }
  const auto part_of = [&](int i) -> const proto::Buffer& { return arguments.sends[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < team.size; ++i) {
    if (i != team.rank && !cells.holds(part_of(i))) schedule.send(part_of(i), i, 0);
  }
  cells.prepare(arguments.sends);
  ShmProgram& op = schedule.new_shm_program();
  cells.write(op);
  if (!arguments.in_place) copy_own(schedule, op, arguments.recv, part_of(team.rank));
  cells.finish(op);
}

}  // namespace penstock::coll
