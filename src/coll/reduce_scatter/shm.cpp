// Uses shared buffers: every rank writes its operand to its own and folds one block of all of them, in rank order, where they
// lie. One round, n - 1 folds of a block on every rank. Blocks of equal length go in pieces of each block; operands with
// unequal blocks go in one piece.
#include "coll/blocks/blocks.hpp"
#include "coll/reduce_scatter/reduce_scatter.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {

// In place, the result lies at the place of the first block: a piece of that block is written
// before the result's piece is folded.
void reduce_scatter_block_shm(Schedule& schedule, const Arguments& arguments) {
  const auto n = static_cast<std::uint64_t>(schedule.team().size);
  const Blocks blocks = equal_blocks(schedule, arguments);
  const std::uint64_t bytes = blocks.of(0).bytes();
  if (bytes == 0) return;
  const proto::Buffer result{arguments.recv.address, blocks.of(0).count, arguments.recv.layout};
  const Flat from = flat_source(schedule, blocks.all());
  const Flat to = flat_target(schedule, result);
  const std::uint64_t element = result.layout->size();
  ShmProgram& op = schedule.new_shm_program(arguments.reduction);
  for_pieces(bytes, shm_piece(schedule) / n, element, [&](std::uint64_t at, std::uint64_t length) {
    reduce_scatter_on_shm(op, from.address + at, to.address + at, bytes, {0, length, 0, length / element, element});
  });
  run_on_shm(schedule, op, from, to, result);
}

void reduce_scatter_shm(Schedule& schedule, const Arguments& arguments) {
  const Team& team = schedule.team();
  const Blocks blocks = blocks_of_counts(arguments);
  const std::uint64_t whole = blocks.all().bytes();
  if (whole == 0) return;
  if (whole > team.shm->largest()) return reduce_scatter_pairwise(schedule, arguments);
  const proto::Buffer mine = blocks.of(team.rank);
  const proto::Buffer result{arguments.recv.address, mine.count, arguments.recv.layout};
  const Flat from = flat_source(schedule, blocks.all());
  const Flat to = flat_target(schedule, result);
  const std::uint64_t element = blocks.all().layout->size();
  const auto offset =
      static_cast<std::uint64_t>(static_cast<std::byte*>(mine.address) - static_cast<std::byte*>(blocks.all().address));
  ShmProgram& op = schedule.new_shm_program(arguments.reduction);
  fold_on_shm(op, from.address, to.address, {0, whole, offset, mine.count, element}, team.size);
  run_on_shm(schedule, op, from, to, result);
}

}  // namespace penstock::coll
