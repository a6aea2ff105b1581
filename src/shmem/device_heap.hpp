// This is symmetric memory on GPUs.
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
#include "shmem/failure.hpp"
#include "shmem/team.hpp"

namespace penstock::shmem {

// By a DeviceReach PEs reach each other's part of an extent, from its beginning on.
struct DeviceReach {
  std::uint64_t bytes = 0;
  std::unique_ptr<runtime::TeamMemory> memory;  // null: there is none yet
  std::vector<std::uint64_t> places;            // by PE: where it lies for this PE's GPU; 0: nowhere
  std::vector<bool> atomics;                    // by PE: that GPU's atomics reach it
};

// A DeviceExtent is memory on each PE's GPU, at other addresses on each: the heap, which grows, or one allocation where there
// is no heap.
struct DeviceExtent {
  accel::Memory memory;
  DeviceReach reach;
  std::optional<Allocator> allocator;  // of the heap
  std::uint64_t mapped = 0;            // of the heap: what this PE has; at least what all reach
  std::vector<DeviceReach> earlier;    // of the heap when it was smaller
  std::map<std::uint64_t, std::unique_ptr<runtime::DeviceWindow>> windows;  // of allocations whose kernels were told of it

  // Returns the size of the allocation that begins there; 0: none does.
  [[nodiscard]] std::uint64_t size_of(std::uint64_t offset) const noexcept {
    if (allocator) return allocator->size_of(offset);
    return offset == 0 ? reach.bytes : 0;
  }
};

// A DevicePlace is a place in a PE's memory.
struct DevicePlace {
  std::uint64_t address = 0;  // for the GPU; 0: nowhere
  int device = -1;            // of this PE's memory
  bool atomics = false;
};

// A DeviceHeap finds extents by this PE's addresses. It is not thread-safe.
class DeviceHeap {
 public:
  // Tells if it is settled, for good, that there is a heap or none.
  [[nodiscard]] bool settled() const noexcept { return settled_; }
  void settle_without() noexcept { settled_ = true; }
  // All PEs have `bytes` of addresses at least.
  void settle_on(const accel::Memory& memory, std::uint64_t bytes);
  // Null: each allocation is an extent of its own.
  [[nodiscard]] DeviceExtent* heap() noexcept { return heap_; }

  [[nodiscard]] bool empty() const noexcept { return extents_.empty(); }
  // Returns the extent that holds the address, and the offset in it; null: none does.
  [[nodiscard]] DeviceExtent* find(std::uintptr_t address, std::uint64_t* offset) noexcept;
  // Returns the extent of an allocation that begins at the address, and its offset; null: none does.
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

// Symmetric memory on the GPU of each PE: how it is allocated, how PEs come to reach each other's, and how it is freed. With
// the engine's lock held. A failure that not all PEs see alike ends the job.
class SymmetricDeviceMemory {
 public:
  // `world` is the team of all PEs. Both outlive it.
  SymmetricDeviceMemory(Team& world, Failure& failure);

  // DeviceHeap's.
  [[nodiscard]] DeviceExtent* find(std::uintptr_t address, std::uint64_t* offset) noexcept {
    return devices_.find(address, offset);
  }
  [[nodiscard]] DeviceExtent* at(std::uintptr_t address, std::uint64_t* offset) noexcept {
    return devices_.at(address, offset);
  }

  // These are collective over all PEs.
  // Allocates and returns this PE's address; 0: one PE has no room or no GPU.
  [[nodiscard]] std::uintptr_t take(const char* routine, std::uint64_t bytes, bool zeros);
  // Describes the allocation at `offset` to kernels. Code::kUnsupported: kernels of some PE do not reach that of another.
  [[nodiscard]] Status describe(DeviceExtent* extent, std::uint64_t offset, penstock_device_window* out);
  // Frees the allocation at `offset`.
  void release(DeviceExtent* extent, std::uint64_t offset);
  [[nodiscard]] Status release_all();

 private:
  [[noreturn]] void fail(const char* routine, const Status& why);
  Status barrier() { return world_.barrier(); }
  Status find_working_device(int* out);
  Status expose_device(std::uintptr_t base, std::uint64_t bytes, DeviceReach* out);
  void hide_device(DeviceReach* reach);
  void detach_device(DeviceReach* reach);
  void free_device(const accel::Memory& memory);
  void end_device(DeviceExtent* extent);
  void find_places(const accel::Memory& mine, DeviceReach* reach) const;
  Status fill_device(std::uintptr_t address, std::uint64_t bytes);
  // Collective: returns false, or 0, on all PEs where one has no such memory, as `exposed` says of this one.
  bool reach_devices(const char* routine, Status&& exposed, const accel::Memory& mine, DeviceReach* reach);
  std::uintptr_t take_alone(const char* routine, std::uint64_t bytes, bool zeros);
  // Collective.
  Status open_window(DeviceExtent* extent, std::uint64_t offset);
  void close_window(DeviceExtent* extent, std::uint64_t offset);
  // device_growth.cpp. All but add_chunk() and keeps_places() are collective.
  std::uint64_t least_of_all(const char* routine, std::uint64_t mine);
  bool all_can(const char* routine, bool can) { return least_of_all(routine, can ? 1 : 0) != 0; }
  bool find_device_heap(const char* routine);
  Status add_chunk(DeviceExtent* heap, std::uint64_t need);
  bool grow_device_heap(const char* routine, std::uint64_t need);
  bool keeps_places(const char* routine, const DeviceReach& before, const DeviceReach& now);
  bool share_device_heap(const char* routine, std::uint64_t bytes);
  std::uintptr_t take_from_heap(const char* routine, std::uint64_t bytes, bool zeros);

  runtime::Job& job_;
  Team& world_;
  Failure& failure_;
  std::shared_ptr<runtime::DeviceWatch> device_watch_;
  DeviceHeap devices_;
};

}  // namespace penstock::shmem
