// Symmetric allocations on GPUs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "accel/accel.hpp"
#include "proto/rma/rma.hpp"
#include "runtime/device_window.hpp"

namespace penstock::shmem {

// One on each PE's GPU, at other addresses on each, all of the same size.
struct DeviceAllocation {
  std::uint64_t bytes = 0;
  accel::Memory memory;
  const transport::Region* region = nullptr;
  std::vector<std::unique_ptr<proto::rma::Target>> targets;  // by PE
  std::vector<std::uint64_t> places;                         // by PE: where it lies for this PE's GPU; 0: nowhere
  std::vector<bool> atomics;                                 // and whether that GPU's atomics reach it
  std::unique_ptr<runtime::DeviceWindow> window;             // null: no kernel was told of it
};

// A place in a PE's allocation.
struct DevicePlace {
  std::uint64_t address = 0;  // for the GPU; 0: nowhere
  int device = -1;            // of this PE's allocation
  bool atomics = false;
};

// By this PE's addresses. Not thread-safe.
class DeviceHeap {
 public:
  [[nodiscard]] bool empty() const noexcept { return allocations_.empty(); }
  // That which holds the address, null if none does. `offset`: of the address in it.
  [[nodiscard]] DeviceAllocation* find(std::uintptr_t address, std::uint64_t* offset) noexcept;
  DeviceAllocation& add(DeviceAllocation&& allocation);
  // Null: none begins there.
  [[nodiscard]] DeviceAllocation* at(std::uintptr_t base) noexcept;
  void remove(std::uintptr_t base) noexcept { allocations_.erase(base); }
  void clear() noexcept { allocations_.clear(); }
  [[nodiscard]] std::map<std::uintptr_t, DeviceAllocation>& all() noexcept { return allocations_; }

 private:
  std::map<std::uintptr_t, DeviceAllocation> allocations_;
};

}  // namespace penstock::shmem
