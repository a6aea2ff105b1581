// Allocations is the memory that the library itself allocates on devices, and its host memory that the driver has pinned.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accel/memory/memory.hpp"
#include "base/status.hpp"

namespace penstock::accel {

class Allocations {
 public:
  Allocations() = default;
  Allocations(const Allocations&) = delete;
  Allocations& operator=(const Allocations&) = delete;
  virtual ~Allocations() = default;

  // Pins host memory of the library (staging segments) for all devices, until it is unregistered or Accel is destroyed. The
  // call is idempotent for one range. It does nothing while the process has no CUDA: call it again before the memory is used
  // with a device.
  virtual Status register_host(void* address, std::size_t bytes) = 0;
  virtual Status unregister_host(void* address) = 0;

  // Allocates library buffers on a device that peers can map (bounce buffers). Buffers that are not released are freed with
  // Accel.
  virtual Status allocate(int device, std::size_t bytes, Memory* out) = 0;
  // Allocates managed memory that is attached to all devices.
  virtual Status allocate_managed(int device, std::size_t bytes, Memory* out) = 0;
  // Allocates one chunk of at least `bytes`, which peers map by descriptor, whatever their PID namespace is.
  virtual Status allocate_chunk(int device, std::size_t bytes, Memory* out) = 0;
  // Frees memory of this object. While a stream of the application waits for this process it is freed later.
  virtual Status release(const Memory& memory) = 0;

  // Reserves a heap: its addresses are reserved at once, and its memory is added in chunks as needed. `most` is its size in
  // bytes of addresses; 0 means as many as the device has memory. `out->size` is the size reserved. Nothing is mapped yet;
  // Accel::query() describes the mapped part. Exports::export_range() exports the same range as before, or all mapped memory if
  // that range is too short, under a name that does not change. Peers map added chunks behind those that they have mapped.
  // release() frees the heap. Code::kUnsupported means that the device or its driver has no such memory.
  virtual Status reserve_heap(int device, std::uint64_t most, Memory* out) = 0;
  // Adds one chunk of at least `bytes`. `mapped` becomes the mapped size of the heap. A failure changes nothing.
  virtual Status grow_heap(std::uintptr_t base, std::uint64_t bytes, std::uint64_t* mapped) = 0;
  // Frees chunks that have not been exported, down to a size that an earlier grow_heap() returned, or to 0.
  virtual Status shrink_heap(std::uintptr_t base, std::uint64_t mapped) = 0;
};

}  // namespace penstock::accel
