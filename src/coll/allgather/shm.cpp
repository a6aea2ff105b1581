// Uses shared buffers: every rank writes its part to its own and reads those of all others. One round, two copies, in pieces.
#include "coll/allgather/allgather.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {

void allgather_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const std::uint64_t bytes = arguments.recv.bytes();
  if (bytes == 0) return;
  const proto::Buffer all = parts_at(arguments.recv, 0, team.size);
  const Flat to = flat_target(schedule, all, arguments.in_place);
  std::byte* const own = part_at(to.address, bytes, team.rank);
  const Flat mine = arguments.in_place ? Flat{own, bytes, to.ready} : flat_source(schedule, arguments.send);
  ShmProgram& op = schedule.new_shm_program();
  for_pieces(bytes, shm_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t length) {
    allgather_on_shm(op, mine.address + at, to.address + at, bytes, length);
  });
  run_on_shm(schedule, op, mine, to, all);
}

// All ranks know all lengths: there are as many pieces as the longest part has.
void allgatherv_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const auto part_of = [&](int i) -> const proto::Buffer& { return arguments.recvs[static_cast<std::size_t>(i)]; };
  std::uint64_t longest = 0;
  for (int i = 0; i < team.size; ++i) longest = std::max(longest, part_of(i).bytes());
  if (longest == 0) return;
  const Flat mine = flat_source(schedule, arguments.in_place ? part_of(team.rank) : arguments.send);
  ShmProgram& op = schedule.new_shm_program();
  ScatteredParts parts(schedule);
  const std::span<std::byte*> targets = parts.targets(arguments.recvs, arguments.in_place ? team.rank : -1);
  for_pieces(longest, shm_piece(schedule), 1, [&](std::uint64_t at, std::uint64_t most) {
    const auto length = [&](int i) { return at < part_of(i).bytes() ? std::min(most, part_of(i).bytes() - at) : 0; };
    const auto place = [&](int i) {
      std::byte* to = targets[static_cast<std::size_t>(i)];
      return to == nullptr ? nullptr : to + at;
    };
    allgatherv_on_shm(op, mine.address + at, most, length, place);
  });
  parts.put(schedule.on_shm(op, {mine.ready}));
}

}  // namespace penstock::coll
