// Uses shared buffers: every other rank writes its operand to its own, and the root folds them in rank order where they lie.
// One round; n - 1 folds at the root alone.
#include "coll/reduce/reduce.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {

void reduce_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const bool root = team.rank == arguments.root;
  const proto::Buffer& mine = arguments.in_place && root ? arguments.recv : arguments.send;
  if (mine.bytes() == 0) return;
  const Flat from = flat_source(schedule, mine);
  const Flat to = root ? flat_target(schedule, arguments.recv) : Flat{};
  const std::uint64_t element = mine.layout->size();
  ShmProgram& op = schedule.new_shm_program(arguments.reduction);
  for_pieces(from.bytes, shm_piece(schedule), element, [&](std::uint64_t at, std::uint64_t length) {
    std::byte* const result = root ? to.address + at : nullptr;
    reduce_on_shm(op, from.address + at, result, {0, length, 0, length / element, element}, arguments.root);
  });
  if (root) {
    run_on_shm(schedule, op, from, to, arguments.recv);
  } else {
    schedule.on_shm(op, {from.ready});
  }
}

}  // namespace penstock::coll
