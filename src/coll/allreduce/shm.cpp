// Uses shared buffers. Flat: every rank writes its operand to its own and folds all of them, in rank order, where they lie: one
// round, n - 1 folds of all the data on every rank. In blocks: every rank folds one block of each piece into its shared buffer,
// and reads the other blocks there: two rounds, (n - 1)/n folds, like a reduce-scatter and an allgather; while one piece is
// folded the next is written and the last one read.
#include "coll/allreduce/allreduce.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {
namespace {

// One call in blocks, as seen by one rank.
class InBlocks {
 public:
  InBlocks(Schedule& schedule, const Arguments& arguments)
      : n_(static_cast<std::uint64_t>(schedule.team().size)),
        rank_(static_cast<std::uint64_t>(schedule.team().rank)),
        element_(arguments.recv.layout->size()),
        from_(flat_source(schedule, own_operand(arguments))),
        to_(flat_target(schedule, arguments.recv)),
        op_(schedule.new_shm_program(arguments.reduction)) {
    most_ = std::max<std::uint64_t>(shm_piece(schedule) / element_, n_) * element_;
    // A piece has at least one element for each rank, however long elements are.
    pieces_ = (from_.bytes + most_ - 1) / most_;
    for (std::uint64_t i = 0; i < pieces_ + 2; ++i) {
      if (i < pieces_) write(i);
      if (i >= 1 && i - 1 < pieces_) fold(i - 1);
      if (i >= 2) read(i - 2);
    }
    run_on_shm(schedule, op_, from_, to_, arguments.recv);
  }

 private:
  struct Range {
    std::uint64_t first, count;  // elements of a piece
  };
  [[nodiscard]] std::uint64_t length(std::uint64_t piece) const { return std::min(most_, from_.bytes - piece * most_); }
  [[nodiscard]] Range block(std::uint64_t piece, std::uint64_t i) const {
    const std::uint64_t elements = length(piece) / element_;
    const std::uint64_t first = elements * i / n_;
    return {first, elements * (i + 1) / n_ - first};
  }
  static int operand_slot(std::uint64_t piece) { return static_cast<int>(piece % 3); }
  static int result_slot(std::uint64_t piece) { return 3 + static_cast<int>(piece % 3); }

  void write(std::uint64_t piece) {
    op_.reserve(operand_slot(piece), length(piece));
    op_.write(operand_slot(piece), 0, from_.address + piece * most_, length(piece));
    op_.publish(operand_slot(piece), length(piece));
  }
  void fold(std::uint64_t piece) {
    const Range mine = block(piece, rank_);
    op_.reserve(result_slot(piece), (length(piece) / element_ / n_ + 1) * element_);
    const ShmOperand at{operand_slot(piece), length(piece), mine.first * element_, mine.count, element_};
    if (mine.count != 0) fold_members(op_, at, 0, static_cast<int>(n_), {.slot = result_slot(piece)});
    op_.publish(result_slot(piece), mine.count * element_);
  }
  void read(std::uint64_t piece) {
    std::byte* to = to_.address + piece * most_;
    for (std::uint64_t i = 0; i < n_; ++i) {
      const Range part = block(piece, i);
      const std::uint64_t bytes = part.count * element_;
      op_.read(result_slot(piece), static_cast<int>(i), bytes, 0, {.address = to + part.first * element_}, bytes);
    }
    op_.leave(result_slot(piece));
  }

  std::uint64_t n_;
  std::uint64_t rank_;
  std::uint64_t element_;
  Flat from_;
  Flat to_;
  ShmProgram& op_;
  std::uint64_t most_ = 0;
  std::uint64_t pieces_ = 0;
};

}  // namespace

void allreduce_shm(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  const Flat from = flat_source(schedule, own_operand(arguments));
  const Flat to = flat_target(schedule, arguments.recv);
  const std::uint64_t element = arguments.recv.layout->size();
  ShmProgram& op = schedule.new_shm_program(arguments.reduction);
  for_pieces(from.bytes, shm_piece(schedule), element, [&](std::uint64_t at, std::uint64_t length) {
    fold_on_shm(op, from.address + at, to.address + at, {0, length, 0, length / element, element}, schedule.team().size);
  });
  run_on_shm(schedule, op, from, to, arguments.recv);
}

void allreduce_shm_blocks(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() != 0) static_cast<void>(InBlocks(schedule, arguments));
}

}  // namespace penstock::coll
