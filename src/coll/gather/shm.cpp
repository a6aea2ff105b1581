// Uses shared buffers: every rank writes its part to its own, and the root reads them all. Two copies, in pieces. If the others
// do not know the lengths of parts, each has room for a short part in every shared buffer, and longer parts are messages.
#include "coll/gather/gather.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {
namespace {

void give_part(Schedule& schedule, const Arguments& arguments) {
  const Flat part = flat_source(schedule, arguments.send);
  ShmProgram& op = schedule.new_shm_program();
  for_pieces(part.bytes, shm_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    gather_on_shm(op, part.address + at, nullptr, 0, length, arguments.root);
  });
  schedule.on_shm(op, {part.ready});
}

}  // namespace

void gather_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const bool root = team.rank == arguments.root;
  const std::uint64_t bytes = root ? arguments.recv.bytes() : arguments.send.bytes();
  if (bytes == 0) return;
  if (!root) return give_part(schedule, arguments);
  const proto::Buffer all = parts_at(arguments.recv, 0, team.size);
  const Flat parts = flat_target(schedule, all, arguments.in_place);
  ShmProgram& op = schedule.new_shm_program();
  Step own = kNoStep;
  if (!arguments.in_place)
    own = copy_own(schedule, op, schedule.packed(part_at(parts.address, bytes, team.rank), bytes), arguments.send);
  for_pieces(bytes, shm_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    gather_on_shm(op, nullptr, parts.address + at, bytes, length, arguments.root);
  });
  run_on_shm(schedule, op, {.ready = own}, parts, all);
}

namespace {

void give_part_of_any_length(Schedule& schedule, const Arguments& arguments) {
  const std::uint64_t cell = shm_part_cell(shm_piece(schedule), 1);
  const std::uint64_t bytes = arguments.send.bytes();
  if (bytes > cell) schedule.send(arguments.send, arguments.root, 0);
  const Flat part = bytes <= cell ? flat_source(schedule, arguments.send) : Flat{};
  ShmProgram& op = schedule.new_shm_program();
  give_short_part(op, part.address, bytes, cell, arguments.root);
  schedule.on_shm(op, {part.ready});
}

}  // namespace

void gatherv_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  if (team.rank != arguments.root) return give_part_of_any_length(schedule, arguments);
  const std::uint64_t cell = shm_part_cell(shm_piece(schedule), 1);
  const auto part_of = [&](int i) -> const proto::Buffer& { return arguments.recvs[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < team.size; ++i) {
    if (i != team.rank && part_of(i).bytes() > cell) schedule.recv(part_of(i), i, 0);
  }
  ShmProgram& op = schedule.new_shm_program();
  ScatteredParts parts(schedule);
  if (!arguments.in_place) copy_own(schedule, op, part_of(team.rank), arguments.send);
  take_short_parts(op, cell, [&](int i) { return part_of(i).bytes(); }, [&](int i) { return parts.target(part_of(i)); });
  parts.put(schedule.on_shm(op));
}

}  // namespace penstock::coll
