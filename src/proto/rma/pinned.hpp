// Host memory that kernels read and write, and through which small copies of GPUs are kernels.
#pragma once

#include <cstddef>

#include "accel/memory/allocations.hpp"
#include "base/status.hpp"

namespace penstock::proto::rma {

class PinnedMemory {
 public:
  // Outlived by `allocations`. Nothing is taken before open().
  PinnedMemory(accel::Allocations& allocations, std::size_t bytes) : allocations_(allocations), bytes_(bytes) {}
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  // Nothing uses it any more.
  ~PinnedMemory();

  // Before each use; at once but for the first. Code::kNoMemory, or why it cannot be pinned.
  Status open() { return data_ != nullptr ? Status::ok() : make(); }
  [[nodiscard]] std::byte* data() const noexcept { return data_; }

 private:
  Status make();

  accel::Allocations& allocations_;
  std::size_t bytes_;
  std::byte* data_ = nullptr;
};

}  // namespace penstock::proto::rma
