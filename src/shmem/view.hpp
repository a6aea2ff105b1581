// The wrappers of libpenstock_shmem.so look at the View themselves, so that a put to a PE of the host is a check and a store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "shmem/context.hpp"

namespace penstock::shmem {

class Operations;        // operations.hpp
class Remote;            // remote.hpp
class StreamOperations;  // stream_operations.hpp
class TeamOperations;    // team_operations.hpp

// A PE has a view from shmem_init to shmem_finalize; it is empty before and after, and changes while no other thread calls.
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
  TeamOperations* teams = nullptr;
  StreamOperations* streams = nullptr;
  const Context* contexts = nullptr;  // by place of their handles
  std::span<std::byte> statics;       // the program's static data, which lie behind the heap on all PEs; empty: they do not
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  // Returns the distance of [address, address + length) from the beginning of the heap, which is the same on all PEs; kNowhere:
  // the range is neither in this PE's heap nor static data of the program.
  [[nodiscard]] std::uint64_t offset(const void* address, std::uint64_t length) const noexcept {
    const std::uint64_t in_heap = reinterpret_cast<std::uintptr_t>(address) - heap;
    if (in_heap < bytes && length <= bytes - in_heap) [[likely]] {
      return in_heap;
    }
    const std::uint64_t in_statics =
        reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(statics.data());
    return in_statics < statics.size() && length <= statics.size() - in_statics ? bytes + in_statics : kNowhere;
  }
  // Tells if loads and stores of the host are known to reach the address.
  [[nodiscard]] bool is_host(const void* address) const noexcept { return !gpu || offset(address, 1) != kNowhere; }
  // Returns where that range lies on that PE; null: there is no such PE, or loads and stores do not reach it. `address` may be
  // anything.
  [[nodiscard]] std::byte* place(const void* address, std::uint64_t length, int pe) const noexcept {
    const std::uint64_t at = offset(address, length);
    if (at == kNowhere || static_cast<unsigned>(pe) >= pes) [[unlikely]] {
      return nullptr;
    }
    std::byte* const base = bases[pe];
    return base == nullptr ? nullptr : base + at;
  }
};

}  // namespace penstock::shmem
