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

// Returns the room for `bytes` and at least one page that stays unmapped, so that a kernel that runs over the end faults.
std::size_t slots(std::size_t bytes) {
  return (bytes + kSlot) / kSlot * kSlot;
}

std::uintptr_t shadow(std::uintptr_t address) {
  return address + static_cast<std::uintptr_t>(kShadowOffset);
}

// Makes a system call that bypasses the sanitizers, which would touch their shadow of the whole range.
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

std::uintptr_t Window::claim(std::size_t bytes, std::size_t alignment) {
  const std::size_t room = slots(bytes);
  const auto aligned = [alignment](std::uintptr_t address) { return (address + alignment - 1) / alignment * alignment; };
  std::uintptr_t address = kWindowBase;
  for (const auto& [taken, length] : taken_) {
    if (taken >= address && taken - address >= room) break;
    address = aligned(taken + length);
  }
  if (address >= kWindowBase + kWindowBytes || kWindowBase + kWindowBytes - address < room) return 0;
  taken_.emplace(address, room);
  return address;
}

bool Window::place(std::uintptr_t address, int fd, off_t offset, std::size_t bytes, int protection) {
  void* at = reinterpret_cast<void*>(shadow(address));
  return mmap(at, bytes, protection, MAP_SHARED | MAP_FIXED, fd, offset) == at;
}

bool Window::protect(std::uintptr_t address, std::size_t bytes, int protection) {
  return mprotect(reinterpret_cast<void*>(shadow(address)), bytes, protection) == 0;
}

bool Window::clear(std::uintptr_t address, std::size_t bytes) {
  // The mapping is replaced, not removed: the range stays reserved.
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  void* at = reinterpret_cast<void*>(shadow(address));
  return mmap(at, bytes, PROT_NONE, flags, -1, 0) == at;
}

std::uintptr_t Window::map(int fd, off_t offset, std::size_t bytes) {
  const std::uintptr_t address = claim(bytes, kSlot);
  if (address == 0 || place(address, fd, offset, bytes, PROT_READ | PROT_WRITE)) return address;
  give_up(address);
  return 0;
}

void Window::unmap(std::uintptr_t address, std::size_t bytes) {
  if (clear(address, bytes)) give_up(address);
}

}  // namespace penstock::fakecuda
