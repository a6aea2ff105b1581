// A place in a strided run, moved by whole blocks or parts of one: additions only, the divisions are at its start.
#pragma once

#include <cstdint>

#include "kernels/copy/strided.hpp"

namespace penstock::proto {

// The shape (at least one dimension, no empty ones) must outlive the cursor. Moving past the end wraps to the start.
class Cursor {
 public:
  Cursor(const kernels::Strided& shape, std::uint64_t first) noexcept : shape_(shape) {
    std::uint64_t block = first / shape.block;
    within_ = first % shape.block;
    for (int i = 0; i < shape.dims; ++i) {
      index_[i] = block % shape.count[i];
      block /= shape.count[i];
      start_ += static_cast<std::int64_t>(index_[i]) * shape.stride[i];
    }
  }

  // Of the current byte, from the run's base.
  [[nodiscard]] std::int64_t offset() const noexcept { return start_ + static_cast<std::int64_t>(within_); }
  [[nodiscard]] std::uint64_t within_block() const noexcept { return within_; }
  // Blocks up to the end of the innermost dimension, the current one included.
  [[nodiscard]] std::uint64_t row_left() const noexcept { return shape_.count[0] - index_[0]; }

  // At most row_left() blocks.
  void next_blocks(std::uint64_t blocks) noexcept {
    index_[0] += blocks;
    start_ += static_cast<std::int64_t>(blocks) * shape_.stride[0];
    for (int i = 0; index_[i] == shape_.count[i]; ++i) {
      start_ -= static_cast<std::int64_t>(index_[i]) * shape_.stride[i];
      index_[i] = 0;
      if (i + 1 == shape_.dims) return;
      ++index_[i + 1];
      start_ += shape_.stride[i + 1];
    }
  }
  // At most to the end of the current block.
  void next_bytes(std::uint64_t bytes) noexcept {
    within_ += bytes;
    if (within_ < shape_.block) return;
    within_ = 0;
    next_blocks(1);
  }

 private:
  const kernels::Strided& shape_;
  std::uint64_t index_[kernels::kMaxDims] = {};
  std::uint64_t within_ = 0;
  std::int64_t start_ = 0;  // of the current block
};

}  // namespace penstock::proto
