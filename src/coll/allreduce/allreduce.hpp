// Allreduce algorithms: `send` (or, in place, `recv`) in, `recv` out, `reduction`.
#pragma once

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Any reduction: operands are combined in rank order.
void allreduce_recursive_doubling(Schedule& schedule, const Arguments& arguments);
// Commutative reductions, at least as many elements as ranks.
void allreduce_ring(Schedule& schedule, const Arguments& arguments);

// The accumulator of one rank, on host memory that the CPU may read: `recv` itself, or, where `recv` is GPU memory, a
// temporary that is copied out at the end. It holds this rank's part once `loaded` is over.
struct Accumulator {
  proto::Buffer buffer;
  Step loaded = kNoStep;
  bool staged = false;

  [[nodiscard]] proto::Buffer part(std::uint64_t first, std::uint64_t count) const noexcept;
};
Accumulator make_accumulator(Schedule& schedule, const Arguments& arguments);
// Host memory for `count` elements of the accumulator's layout.
proto::Buffer make_operand(Schedule& schedule, const proto::Layout& layout, std::uint64_t count);
// Adds the copy out, if one is needed, after `last`. Returns it, or kNoStep.
Step store_result(Schedule& schedule, const Arguments& arguments, const Accumulator& accumulator, Step last);

}  // namespace penstock::coll
