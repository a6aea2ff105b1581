// Operands in blocks, one a rank.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "coll/operand/operand.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Blocks of a buffer one after another.
class Blocks {
 public:
  // counts[i] elements; `first`'s own count is not looked at.
  Blocks(const proto::Buffer& first, std::span<const std::uint64_t> counts);
  // `ranks` blocks of `count` elements.
  static Blocks equal(const proto::Buffer& first, std::uint64_t count, int ranks);
  // A buffer cut into `ranks` blocks, the first ones with an element more where it does not divide.
  static Blocks even(const proto::Buffer& buffer, int ranks);

  [[nodiscard]] proto::Buffer of(int i) const noexcept { return span(i, 1); }
  // `count` blocks from the first-th on.
  [[nodiscard]] proto::Buffer span(int first, int count) const noexcept;
  [[nodiscard]] proto::Buffer all() const noexcept;
  // Returns the same division of another buffer.
  [[nodiscard]] Blocks at(const proto::Buffer& buffer) const;

 private:
  Blocks(const proto::Buffer& first, int ranks) : base_(first), first_(static_cast<std::size_t>(ranks) + 1) {}

  proto::Buffer base_;
  std::vector<std::uint64_t> first_;  // element that each block begins with, and the number of all
};

// The blocks of a reduce-scatter's operand, in each of its forms.
[[nodiscard]] inline Blocks blocks_of_counts(const Arguments& arguments) {
  return Blocks(own_operand(arguments), arguments.counts);
}
[[nodiscard]] inline Blocks equal_blocks(const Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  return Blocks::equal(mine, mine.count, schedule.team().size);
}

// Sends each rank its block of this rank's operand (message 0) and folds this rank's block of all operands, in rank order
// unless the reduction commutes. `given` (may be empty) is host memory that values may be made in. (*sent)[i] is the step
// that sends rank i its block. n - 1 messages of one block each way. A block without bytes is left alone.
Fold fold_block(Schedule& schedule, const Reduction& reduction, const Blocks& operand, const proto::Buffer& given,
                std::vector<Step>* sent);

// On rank 0: the first block to `own`, each other to its rank, once they are there after `ready`. A block without bytes is no
// message.
void hand_out_blocks(Schedule& schedule, const Blocks& blocks, const proto::Buffer& own, Step ready, std::uint32_t message);

}  // namespace penstock::coll
