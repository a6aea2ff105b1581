// Symmetric memory on GPUs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "accel/accel.hpp"
#include "runtime/device_window.hpp"
#include "runtime/team_memory.hpp"
#include "shmem/allocator.hpp"

namespace penstock::shmem {

// How PEs reach each other's part of an extent, from its beginning on.
struct DeviceReach {
  std::uint64_t bytes = 0;
  std::unique_ptr<runtime::TeamMemory> memory;  // null: there is none yet
  std::vector<std::uint64_t> places;            // by PE: where it lies for this PE's GPU; 0: nowhere
  std::vector<bool> atomics;                    // and whether that GPU's atomics reach it
};

// Memory on each PE's GPU, at other addresses on each: the heap, which grows, or one allocation where there is no heap.
struct DeviceExtent {
  accel::Memory memory;
  DeviceReach reach;
  std::optional<Allocator> allocator;  // of the heap
  std::uint64_t mapped = 0;            // of the heap: what this PE has; at least what all reach
  std::vector<DeviceReach> earlier;    // of the heap when it was smaller
  std::map<std::uint64_t, std::unique_ptr<runtime::DeviceWindow>> windows;  // of allocations whose kernels were told of it

  // Of the allocation that begins there; 0: none does.
  [[nodiscard]] std::uint64_t size_of(std::uint64_t offset) const noexcept {
    if (allocator) return allocator->size_of(offset);
    return offset == 0 ? reach.bytes : 0;
  }
};

// A place in a PE's memory.
struct DevicePlace {
  std::uint64_t address = 0;  // for the GPU; 0: nowhere
  int device = -1;            // of this PE's memory
  bool atomics = false;
};

// By this PE's addresses. Not thread-safe.
class DeviceHeap {
 public:
  // Whether there is a heap is known, for good.
  [[nodiscard]] bool settled() const noexcept { return settled_; }
  void settle_without() noexcept { settled_ = true; }
  // All PEs have `bytes` of addresses at least.
  void settle_on(const accel::Memory& memory, std::uint64_t bytes);
  // Null: each allocation is an extent of its own.
  [[nodiscard]] DeviceExtent* heap() noexcept { return heap_; }

  [[nodiscard]] bool empty() const noexcept { return extents_.empty(); }
  // That which holds the address, null if none does. `offset`: of the address in it.
  [[nodiscard]] DeviceExtent* find(std::uintptr_t address, std::uint64_t* offset) noexcept;
  // The same of an address at which an allocation begins.
  [[nodiscard]] DeviceExtent* at(std::uintptr_t address, std::uint64_t* offset) noexcept;
  DeviceExtent& add(DeviceExtent&& extent);
  void remove(std::uintptr_t base) noexcept { extents_.erase(base); }
  void clear() noexcept;
  [[nodiscard]] std::map<std::uintptr_t, DeviceExtent>& all() noexcept { return extents_; }

 private:
  std::map<std::uintptr_t, DeviceExtent> extents_;
  DeviceExtent* heap_ = nullptr;
  bool settled_ = false;
};

}  // namespace penstock::shmem
