// A position in a strided run, moved by whole blocks or parts of one; only its start needs divisions, moves need additions.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/copy/strided.hpp"

namespace penstock::proto {

// The shape (at least one dimension, no empty ones) must outlive the cursor. Moving past the end wraps to the start.
class Cursor {
 public:
  Cursor(const kernels::Strided& shape, std::uint64_t first) noexcept : shape_(shape) {
    if (first == 0) return;
    std::uint64_t block = first / shape.block;
    within_ = first % shape.block;
    for (int i = 0; i < shape.dims; ++i) {
      index_[i] = block % shape.count[i];
      block /= shape.count[i];
      start_ += index_[i] * stride(i);
    }
  }

  // Returns the offset of the current byte from the run's base.
  [[nodiscard]] std::int64_t offset() const noexcept { return static_cast<std::int64_t>(start_ + within_); }
  [[nodiscard]] std::uint64_t within_block() const noexcept { return within_; }
  // Returns the number of blocks up to the end of the innermost dimension, including the current one.
  [[nodiscard]] std::uint64_t row_left() const noexcept { return shape_.count[0] - index_[0]; }
  // Returns the number of whole rows of the innermost dimension that `bytes` cover, up to the end
  // of the second dimension; 0 inside a row.
  [[nodiscard]] std::uint64_t whole_rows(std::uint64_t bytes) const noexcept {
    if (index_[0] != 0 || within_ != 0) return 0;
    const std::uint64_t rows = bytes / (shape_.block * shape_.count[0]);
    return std::min(rows, shape_.dims > 1 ? shape_.count[1] - index_[1] : 1);
  }

  // Moves by at most whole_rows().
  void next_rows(std::uint64_t rows) noexcept {
    if (shape_.dims > 1) {
      index_[1] += rows - 1;
      start_ += (rows - 1) * stride(1);
    }
    next_blocks(shape_.count[0]);
  }
  // Moves by at most row_left() blocks.
  void next_blocks(std::uint64_t blocks) noexcept {
    index_[0] += blocks;
    start_ += blocks * stride(0);
    for (int i = 0; index_[i] == shape_.count[i]; ++i) {
      start_ -= index_[i] * stride(i);
      index_[i] = 0;
      if (i + 1 == shape_.dims) return;
      ++index_[i + 1];
      start_ += stride(i + 1);
    }
  }
  // Moves at most to the end of the current block.
  void next_bytes(std::uint64_t bytes) noexcept {
    within_ += bytes;
    if (within_ < shape_.block) return;
    within_ = 0;
    next_blocks(1);
  }

 private:
  // The stride is unsigned, since intermediate sums may wrap around, for instance with a shape that a peer sent.
  [[nodiscard]] std::uint64_t stride(int i) const noexcept { return static_cast<std::uint64_t>(shape_.stride[i]); }

  const kernels::Strided& shape_;
  std::uint64_t index_[kernels::kMaxDims] = {};
  std::uint64_t within_ = 0;
  std::uint64_t start_ = 0;  // offset of the current block
};

}  // namespace penstock::proto
