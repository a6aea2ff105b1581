// Uses shared buffers: every rank writes its operand to its own and folds those of the earlier ranks, in rank order, where they
// lie. One round; up to n - 1 folds.
#include "coll/operand/operand.hpp"
#include "coll/scan/scan.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {
namespace {

// Folds the operands of ranks 0 .. last - 1.
void fold_up_to(Schedule& schedule, const Arguments& arguments, int last) {
  const proto::Buffer& mine = own_operand(arguments);
  if (mine.bytes() == 0) return;
  const Flat from = flat_source(schedule, mine);
  const Flat to = last != 0 ? flat_target(schedule, arguments.recv) : Flat{};
  const std::uint64_t element = mine.layout->size();
  ShmProgram& op = schedule.new_shm_program(arguments.reduction);
  for_pieces(from.bytes, shm_piece(schedule), element, [&](std::uint64_t at, std::uint64_t length) {
    std::byte* const result = last == 0 ? nullptr : to.address + at;
    fold_on_shm(op, from.address + at, result, {0, length, 0, length / element, element}, last);
  });
  run_on_shm(schedule, op, from, to, arguments.recv);
}

}  // namespace

void scan_shm(Schedule& schedule, const Arguments& arguments) {
  fold_up_to(schedule, arguments, schedule.team().rank + 1);
}

void exscan_shm(Schedule& schedule, const Arguments& arguments) {
  fold_up_to(schedule, arguments, schedule.team().rank);
}

}  // namespace penstock::coll
