// The steps of collectives in shared buffers, each for one piece of its data. Lengths and the order of
// publications are the same on all members. `Op` records the steps (ShmProgram) or executes them (ShmFastPath);
// each rank may use either, call by call.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "coll/shm/buffer.hpp"
#include "coll/shm/lengths.hpp"
#include "coll/shm/program.hpp"

namespace penstock::coll {

template <typename Op, typename Visit>
void for_other_members(Op& op, const Visit& visit) {
  const int size = op.shm().size();
  const int rank = op.shm().rank();
  for (int i = 0; i < size; ++i) {
    if (i != rank) visit(i);
  }
}

template <typename Op>
[[nodiscard]] std::uint64_t of_all_members(Op& op, std::uint64_t bytes) noexcept {
  return bytes * static_cast<std::uint64_t>(op.shm().size());
}

// Returns the i-th of parts that lie `stride` bytes apart.
template <typename Byte>
[[nodiscard]] Byte* part_at(Byte* first, std::uint64_t stride, int i) noexcept {
  return first + static_cast<std::uint64_t>(i) * stride;
}

template <typename Op>
void barrier_on_shm(Op& op) {
  op.reserve(0, 0);
  op.publish(0, 0);
  for_other_members(op, [&](int i) { op.await(0, i, 0); });
  op.leave(0);
}

template <typename Op>
void bcast_on_shm(Op& op, std::byte* data, std::uint64_t length, int root) {
  op.reserve(0, length);
  if (op.shm().rank() == root) {
    op.write(0, 0, data, length);
    op.publish(0, length);
  } else {
    op.read(0, root, length, 0, {.address = data}, length);
  }
  op.leave(0);
}

// The root uses `to`, the others use `from`; the caller copies the root's own part.
template <typename Op>
void gather_on_shm(Op& op, const std::byte* from, std::byte* to, std::uint64_t stride, std::uint64_t length, int root) {
  op.reserve(0, length);
  if (op.shm().rank() == root) {
    for_other_members(op, [&](int i) { op.read(0, i, length, 0, {.address = part_at(to, stride, i)}, length); });
  } else {
    op.write(0, 0, from, length);
    op.publish(0, length, root);
  }
  op.leave(0);
}

// `from` may be the place of the own part in the result.
template <typename Op>
void allgather_on_shm(Op& op, const std::byte* from, std::byte* to, std::uint64_t stride, std::uint64_t length) {
  op.reserve(0, length);
  op.write(0, 0, from, length);
  op.publish(0, length);
  std::byte* const mine = part_at(to, stride, op.shm().rank());
  if (mine != from) op.copy(mine, from, length);
  for_other_members(op, [&](int i) { op.read(0, i, length, 0, {.address = part_at(to, stride, i)}, length); });
  op.leave(0);
}

// Writes `length` bytes for each member, one part behind another; the part of member `left_out` (-1: none) may be missing.
template <typename Op>
void write_parts(Op& op, const std::byte* from, std::uint64_t stride, std::uint64_t length, int left_out = -1) {
  constexpr std::uint64_t kTogether = 1024;  // up to this size a further copy is faster than several copies
  op.reserve(0, of_all_members(op, length));
  if (stride == length && (left_out < 0 || length <= kTogether)) {
    op.write(0, 0, from, of_all_members(op, length));
  } else {
    for (int i = 0; i < op.shm().size(); ++i) {
      if (i != left_out) op.write(0, static_cast<std::uint64_t>(i) * length, part_at(from, stride, i), length);
    }
  }
  op.publish(0, of_all_members(op, length));
}

template <typename Op>
void read_own_part(Op& op, int member, std::byte* to, std::uint64_t length) {
  const std::uint64_t offset = static_cast<std::uint64_t>(op.shm().rank()) * length;
  op.read(0, member, of_all_members(op, length), offset, {.address = to}, length);
}

// The root uses `from`, the others use `to`; the caller copies the root's own part.
template <typename Op>
void scatter_on_shm(Op& op, const std::byte* from, std::byte* to, std::uint64_t stride, std::uint64_t length, int root) {
  if (op.shm().rank() == root) {
    write_parts(op, from, stride, length, root);
  } else {
    op.reserve(0, of_all_members(op, length));
    read_own_part(op, root, to, length);
  }
  op.leave(0);
}

template <typename Op>
void alltoall_on_shm(Op& op, const std::byte* from, std::byte* to, std::uint64_t stride, std::uint64_t length) {
  write_parts(op, from, stride, length);
  for (int i = 0; i < op.shm().size(); ++i) read_own_part(op, i, part_at(to, stride, i), length);
  op.leave(0);
}

// Reads length(i) bytes of each member, at most `most`, to place(i); a null place leaves them out.
template <typename Op, typename Length, typename Place>
void allgatherv_on_shm(Op& op, const std::byte* from, std::uint64_t most, const Length& length, const Place& place) {
  const int rank = op.shm().rank();
  const std::uint64_t own = length(rank);
  op.reserve(0, most);
  if (own != 0) op.write(0, 0, from, own);
  op.publish(0, own);
  if (std::byte* const mine = place(rank); mine != nullptr && mine != from && own != 0) op.copy(mine, from, own);
  for_other_members(op, [&](int i) {
    std::byte* const to = place(i);
    if (to != nullptr && length(i) != 0) op.read(0, i, length(i), 0, {.address = to}, length(i));
  });
  op.leave(0);
}

// Returns the length on which the root of a gatherv and a sender of `bytes` agree: that of a short part, or a mark that it is
// longer.
[[nodiscard]] constexpr std::uint64_t announced(std::uint64_t bytes, std::uint64_t cell) noexcept {
  return std::min(bytes, cell + 1);
}

// Runs on a sender: publishes its part, unless it is longer than a cell. place(i), at the root, is the destination of a short
// part of length(i).
template <typename Op>
void give_short_part(Op& op, const std::byte* from, std::uint64_t bytes, std::uint64_t cell, int root) {
  const std::uint64_t own = bytes <= cell ? bytes : 0;
  op.reserve(0, cell, own);
  if (own != 0) op.write(0, 0, from, own);
  op.publish(0, announced(bytes, cell), root);
  op.leave(0);
}
template <typename Op, typename Length, typename Place>
void take_short_parts(Op& op, std::uint64_t cell, const Length& length, const Place& place) {
  op.reserve(0, cell, 0);
  for_other_members(op, [&](int i) {
    const std::uint64_t bytes = length(i);
    if (bytes == 0 || bytes > cell) return op.await(0, i, announced(bytes, cell));
    op.read(0, i, bytes, 0, {.address = place(i)}, bytes);
  });
  op.leave(0);
}

// Writes a cell for each other member: the length(i) of its part and the part from source(i). If source(i) is
// null, the part takes another path.
template <typename Op, typename Length, typename Source>
void write_cells(Op& op, std::uint64_t longest, std::uint64_t cell, const Length& length, const Source& source) {
  const std::uint64_t whole = of_all_members(op, cell) - cell;
  op.reserve(0, of_all_members(op, longest), whole);
  std::uint64_t at = 0;
  for_other_members(op, [&](int i) {
    op.write_length(0, at, length(i));
    if (const std::byte* const from = source(i); from != nullptr) op.write(0, at + ShmBuffer::kLengthBytes, from, length(i));
    at += cell;
  });
  op.publish(0, whole);
}

// The elements at `offset` of each member's `length` bytes.
struct ShmOperand {
  int slot = 0;
  std::uint64_t length = 0;
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::uint64_t element = 1;  // bytes
};

// to = first op first+1 ... op last-1, operands in rank order: one after another from the first on, in one pass, where the
// operation is a predefined one; from the last one on for a function, which leaves the result in its second operand.
// `own`, of a predefined operation: this rank's operand, where it is not in its shared buffer.
template <typename Op>
void fold_members(Op& op, const ShmOperand& at, int first, int last, const ShmTarget& to, const std::byte* own = nullptr) {
  if (op.has_kernel()) return op.fold_all(at.slot, first, last, at.length, at.offset, to, at.count, own);
  if constexpr (Op::kTakesFunctions) {
    op.read(at.slot, last - 1, at.length, at.offset, to, at.count * at.element);
    for (int i = last - 2; i >= first; --i) op.fold(at.slot, i, at.length, at.offset, to, at.count);
  }
}

// The root's operand may lie outside its shared buffer.
template <typename Op>
void reduce_on_shm(Op& op, const std::byte* from, std::byte* to, const ShmOperand& operand, int root) {
  op.reserve(0, operand.length);
  const bool is_root = op.shm().rank() == root;
  const bool stays = is_root && op.has_kernel();
  if (!stays) {
    op.write(0, 0, from, operand.length);
    op.publish(0, operand.length, root);
  }
  if (is_root) fold_members(op, operand, 0, op.shm().size(), {.address = to}, stays ? from : nullptr);
  op.leave(0);
}

// Reduces the operands of members 0 .. last - 1: `count` elements at `offset` of each.
template <typename Op>
void fold_on_shm(Op& op, const std::byte* from, std::byte* to, const ShmOperand& operand, int last) {
  op.reserve(0, operand.length);
  op.write(0, 0, from, operand.length);
  op.publish(0, operand.length);
  if (last != 0 && operand.count != 0) fold_members(op, operand, 0, last, {.address = to});
  op.leave(0);
}

// Each member has a `part` for every member, of which this rank reduces its own.
template <typename Op>
void reduce_scatter_on_shm(Op& op, const std::byte* from, std::byte* to, std::uint64_t stride, const ShmOperand& part) {
  write_parts(op, from, stride, part.length);
  ShmOperand mine = part;
  mine.length = of_all_members(op, part.length);
  mine.offset = static_cast<std::uint64_t>(op.shm().rank()) * part.length;
  fold_members(op, mine, 0, op.shm().size(), {.address = to});
  op.leave(0);
}

}  // namespace penstock::coll
