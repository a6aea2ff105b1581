// Folding what members have written on their boards.
#pragma once

#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {

// `count` elements at `offset` of each member's `length` bytes.
struct BoardOperand {
  int slot = 0;
  std::uint64_t length = 0;
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::uint64_t element = 1;  // bytes
};

// to = first op first+1 ... op last-1, operands in rank order: one after another from the first on, in one pass, where the
// operation is a predefined one; from the last one on for a function, which leaves the result in its second operand.
// `own`, of a predefined operation: this rank's operand, where it is not on its board.
inline void fold_members(BoardOp& op, const BoardOperand& at, int first, int last, const BoardTarget& to,
                         const std::byte* own = nullptr) {
  if (op.has_kernel()) return op.fold_all(at.slot, first, last, at.length, at.offset, to, at.count, own);
  op.read(at.slot, last - 1, at.length, at.offset, to, at.count * at.element);
  for (int i = last - 2; i >= first; --i) op.fold(at.slot, i, at.length, at.offset, to, at.count);
}

}  // namespace penstock::coll
