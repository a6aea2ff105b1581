// Operands in blocks, one for each rank.
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
  // Makes blocks of counts[i] elements; `first`'s own count is ignored.
  Blocks(const proto::Buffer& first, std::span<const std::uint64_t> counts);
  // Makes `ranks` blocks of `count` elements.
  static Blocks equal(const proto::Buffer& first, std::uint64_t count, int ranks);
  // Cuts a buffer into `ranks` blocks; the first ones have one element more if the division leaves a rest.
  static Blocks even(const proto::Buffer& buffer, int ranks);

  [[nodiscard]] proto::Buffer of(int i) const noexcept { return span(i, 1); }
  // Returns `count` blocks from the first-th on.
  [[nodiscard]] proto::Buffer span(int first, int count) const noexcept;
  [[nodiscard]] proto::Buffer all() const noexcept;
  // Returns the same division of another buffer.
  [[nodiscard]] Blocks at(const proto::Buffer& buffer) const;

 private:
  Blocks(const proto::Buffer& first, int ranks) : base_(first), first_(static_cast<std::size_t>(ranks) + 1) {}

  proto::Buffer base_;
  std::vector<std::uint64_t> first_;  // the first element of each block, and the number of all elements
};

// These return the blocks of a reduce-scatter's operand, in each of its forms.
[[nodiscard]] inline Blocks blocks_of_counts(const Arguments& arguments) {
  return Blocks(own_operand(arguments), arguments.counts);
}
[[nodiscard]] inline Blocks equal_blocks(const Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  return Blocks::equal(mine, mine.count, schedule.team().size);
}

// Sends each rank its block of this rank's operand (message 0) and folds this rank's block of all operands, in rank order
// unless the reduction commutes. `given` (may be empty) is host memory in which values may be made. (*sent)[i] is the step that
// sends rank i its block. There are n - 1 messages of one block each way. A block without bytes is left alone.
Fold fold_block(Schedule& schedule, const Reduction& reduction, const Blocks& operand, const proto::Buffer& given,
                std::vector<Step>* sent);

// Runs on rank 0: copies the first block to `own` and sends each other block to its rank, when the blocks are complete after
// `ready`. A block without bytes is no message.
void hand_out_blocks(Schedule& schedule, const Blocks& blocks, const proto::Buffer& own, Step ready, std::uint32_t message);

}  // namespace penstock::coll
