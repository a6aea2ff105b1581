// Host memory that kernels read and write, and through which kernels make small copies of GPU memory.
#pragma once

#include <cstddef>

#include "accel/memory/allocations.hpp"
#include "base/status.hpp"

namespace penstock::proto::rma {

class PinnedMemory {
 public:
  // `allocations` outlives the object. No memory is allocated before open().
  PinnedMemory(accel::Allocations& allocations, std::size_t bytes) : allocations_(allocations), bytes_(bytes) {}
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  // Called when no kernel uses the memory any more.
  ~PinnedMemory();

  // Called before each use; allocates the memory at the first call. Fails with
  // Code::kNoMemory, or if the memory cannot be pinned.
  Status open() { return data_ != nullptr ? Status::ok() : make(); }
  [[nodiscard]] std::byte* data() const noexcept { return data_; }

 private:
  Status make();

  accel::Allocations& allocations_;
  std::size_t bytes_;
  std::byte* data_ = nullptr;
};

}  // namespace penstock::proto::rma
