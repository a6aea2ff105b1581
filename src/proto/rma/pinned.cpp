#include "proto/rma/pinned.hpp"

#include <sys/mman.h>

namespace penstock::proto::rma {

PinnedMemory::~PinnedMemory() {
  if (data_ == nullptr) return;
  static_cast<void>(allocations_.unregister_host(data_).is_ok());  // a failure cannot be reported here
  munmap(data_, bytes_);
}

Status PinnedMemory::make() {
  void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return Status::error(Code::kNoMemory, "there are no {} bytes of host memory for operands of GPUs", bytes_);
  }
  Status pinned = allocations_.register_host(memory, bytes_);
  if (!pinned.is_ok()) {
    munmap(memory, bytes_);
    return std::move(pinned).within("pinning operands of accumulates");
  }
  data_ = static_cast<std::byte*>(memory);
  return Status::ok();
}

}  // namespace penstock::proto::rma
