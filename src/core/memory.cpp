// Process: memory that a program asks MPI for.
#include <cstdlib>

#include "core/process.hpp"

namespace penstock::core {

Status Process::allocate(std::size_t bytes, std::size_t alignment, void** out) {
  void* made = nullptr;
  if (posix_memalign(&made, alignment, bytes) != 0) {
    return Status::error(Code::kNoMemory, "no {} bytes of memory are left; ask for less", bytes);
  }
  allocations_.insert(made);
  *out = made;
  return Status::ok();
}

Status Process::deallocate(void* address) {
  if (allocations_.erase(address) == 0) {
    return Status::error(Code::kBase, "{} was not allocated by MPI_Alloc_mem, or is free already", address);
  }
  std::free(address);
  return Status::ok();
}

}  // namespace penstock::core
