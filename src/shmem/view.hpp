// What the wrappers of libpenstock_shmem.so look at themselves, so that a put to a PE of the host is a check and a store.
#pragma once

#include <cstddef>
#include <cstdint>

namespace penstock::shmem {

class Operations;  // operations.hpp
class Remote;      // remote.hpp

// Of one PE, from shmem_init to shmem_finalize; empty before and after. Changes while no other thread calls.
struct View {
  std::uintptr_t heap = 0;            // where the PE's own symmetric heap begins
  std::uint64_t bytes = 0;            // its size
  std::byte* const* bases = nullptr;  // by PE: where its heap lies for loads, stores and atomics of this one; null: nowhere
  unsigned pes = 0;
  int me = -1;
  Operations* operations = nullptr;
  Remote* remote = nullptr;  // for what place() does not find
  bool far = false;  // place() does not find all heaps: some are on other hosts, or (PENSTOCK_CHECK) each call is checked

  bool gpu = false;  // there is symmetric memory on GPUs, and so may be what calls name as local

  // Loads and stores of the host reach the address. False where nothing here tells.
  [[nodiscard]] bool is_host(const void* address) const noexcept {
    return !gpu || reinterpret_cast<std::uintptr_t>(address) - heap < bytes;
  }
  // Where [address, address + length) of the own heap lies on that PE, null where it is not in the heap, there is no such PE,
  // or it is not reached by loads and stores. `address` may be anything.
  [[nodiscard]] std::byte* place(const void* address, std::uint64_t length, int pe) const noexcept {
    const std::uint64_t offset = reinterpret_cast<std::uintptr_t>(address) - heap;
    if (offset >= bytes || length > bytes - offset || static_cast<unsigned>(pe) >= pes) [[unlikely]] {
      return nullptr;
    }
    std::byte* const base = bases[pe];
    return base == nullptr ? nullptr : base + offset;
  }
};

}  // namespace penstock::shmem
