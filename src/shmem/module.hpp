// A module is a part of OpenSHMEM that a PE has at most once and that the PE does not know by its class. Whoever makes the PE
// begins its modules, as the process of MPI does (core/object/module.hpp).
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "shmem/device_heap.hpp"

namespace penstock::shmem {

// Used with the engine's lock held.
class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  // Blocks until the module has nothing under way; shmem_finalize calls it.
  virtual void drain() {}
  // Returns the bytes of symmetric memory on each PE's GPU that the module still needs, the same on all PEs. They are allocated
  // in front of the program's next allocation there.
  [[nodiscard]] virtual std::uint64_t needs_device_bytes() const { return 0; }
  // Collective over all PEs: the module uses those bytes, which are zeros and begin at `offset` of the extent.
  [[nodiscard]] virtual Status use_device_bytes(const DeviceExtent& /*extent*/, std::uint64_t /*offset*/) {
    return Status::ok();
  }
};

}  // namespace penstock::shmem
