// Uses shared buffers: every rank writes all its parts to its own and reads one part from each of the others'. One round, two
// copies, in pieces of each part. In place too: a piece is written before its replacement is read. Parts of any lengths have
// cells, and those too long for cells are messages.
#include "coll/alltoall/alltoall.hpp"
#include "coll/alltoall/exchange.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/cells.hpp"

namespace penstock::coll {

void alltoall_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const std::uint64_t bytes = arguments.recv.bytes();
  if (bytes == 0) return;
  const proto::Buffer all = parts_at(arguments.recv, 0, team.size);
  const Flat to = flat_target(schedule, all, arguments.in_place);
  const Flat from = arguments.in_place ? to : flat_source(schedule, parts_at(arguments.send, 0, team.size));
  const std::uint64_t most = std::max<std::uint64_t>(1, shm_piece(schedule) / static_cast<std::uint64_t>(team.size));
  ShmProgram& op = schedule.new_shm_program();
  for_pieces(bytes, most, 1, [&](std::uint64_t at, std::uint64_t length) {
    alltoall_on_shm(op, from.address + at, to.address + at, bytes, length);
  });
  run_on_shm(schedule, op, from, to, all);
}

void alltoallw_shm(Schedule& schedule, const Arguments& arguments) {
  if (arguments.in_place) return alltoallw_pairwise(schedule, arguments);
  const Team& team = schedule.team();
  Cells cells(schedule);
  const auto sent = [&](int i) { return cells.beside(arguments.sends[static_cast<std::size_t>(i)]); };
  const auto received = [&](int i) { return cells.beside(arguments.recvs[static_cast<std::size_t>(i)]); };
  exchange_pairwise(schedule, sent, received, true);
  cells.prepare(arguments.sends);
  ShmProgram& op = schedule.new_shm_program();
  cells.write(op);
  const auto own = static_cast<std::size_t>(team.rank);
  copy_own(schedule, op, arguments.recvs[own], arguments.sends[own]);
  for (int i = 0; i < team.size; ++i) {
    if (i != team.rank) cells.read(op, i, arguments.recvs[static_cast<std::size_t>(i)]);
  }
  cells.finish(op);
}

}  // namespace penstock::coll
