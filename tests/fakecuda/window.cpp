#include "window.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernels/sync/standin.hpp"

namespace penstock::fakecuda {
namespace {

using kernels::standin::kShadowOffset;
using kernels::standin::kWindowBase;
using kernels::standin::kWindowBytes;

constexpr std::size_t kSlot = 64 << 10;  // alignment of allocations

// Room for `bytes` and at least one page that stays unmapped, so that a kernel that runs over the end faults.
std::size_t slots(std::size_t bytes) {
  return (bytes + kSlot) / kSlot * kSlot;
}

std::uintptr_t shadow(std::uintptr_t address) {
  return address + static_cast<std::uintptr_t>(kShadowOffset);
}

// A system call past the sanitizers, which would touch their shadow of the whole range.
bool reserve_range(std::uintptr_t start, std::size_t bytes) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  const long got = syscall(SYS_mmap, start, bytes, PROT_NONE, flags, -1, 0L);
  return got == static_cast<long>(start);
}

}  // namespace

void* readable(std::uintptr_t address) {
  return reinterpret_cast<void*>(kernels::standin::readable(address));
}

bool Window::reserve() {
  return reserve_range(kWindowBase, kWindowBytes) && reserve_range(shadow(kWindowBase), kWindowBytes);
}

std::uintptr_t Window::map(int fd, off_t offset, std::size_t bytes) {
  const std::size_t room = slots(bytes);
  std::uintptr_t address = kWindowBase;
  for (const auto& [taken, length] : taken_) {
    if (taken - address >= room) break;
    address = taken + length;
  }
  if (kWindowBase + kWindowBytes - address < room) return 0;
  void* at = reinterpret_cast<void*>(shadow(address));
  if (mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, offset) != at) return 0;
  taken_.emplace(address, room);
  return address;
}

void Window::unmap(std::uintptr_t address, std::size_t bytes) {
  // Replaced, not removed: the range stays reserved.
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  void* at = reinterpret_cast<void*>(shadow(address));
  if (mmap(at, bytes, PROT_NONE, flags, -1, 0) == at) taken_.erase(address);
}

}  // namespace penstock::fakecuda
