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
  std::unique_ptr<runtime::DeviceWindow> window;             // null: no kernel was told of it
};

// By this PE's addresses. Not thread-safe.
class DeviceHeap {
 public:
  [[nodiscard]] bool empty() const noexcept { return allocations_.empty(); }
  // That which holds the address, null if none does. `offset`: of the address in it.
  [[nodiscard]] DeviceAllocation* find(std::uintptr_t address, std::uint64_t* offset) noexcept;
  void add(DeviceAllocation&& allocation);
  // Null: none begins there.
  [[nodiscard]] DeviceAllocation* at(std::uintptr_t base) noexcept;
  void remove(std::uintptr_t base) noexcept { allocations_.erase(base); }
  [[nodiscard]] std::map<std::uintptr_t, DeviceAllocation>& all() noexcept { return allocations_; }

 private:
  std::map<std::uintptr_t, DeviceAllocation> allocations_;
};

}  // namespace penstock::shmem
