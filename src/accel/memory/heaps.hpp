// A heap on a device has addresses that are reserved at once, and chunks of memory that are mapped there as needed.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/memory/memory.hpp"

namespace penstock::accel {

// ChunkHeaps has the heaps of this process. It is not thread-safe.
class ChunkHeaps {
 public:
  struct Heap {
    int device = -1;
    std::uint64_t base = 0;
    std::uint64_t reserved = 0;
    std::uint64_t mapped = 0;
    std::vector<std::uint64_t> ends;  // ends of its chunks, relative to the base
  };

  ChunkHeaps(const Driver& driver, Devices& devices) : driver_(driver), devices_(devices) {}

  // Implements Allocations::reserve_heap, grow_heap and shrink_heap.
  Status reserve(int device, std::uint64_t most, Memory* out);
  Status grow(std::uintptr_t base, std::uint64_t bytes, std::uint64_t* mapped);
  Status shrink(std::uintptr_t base, std::uint64_t mapped);
  // The heap is forgotten even if the driver fails.
  Status release(std::uintptr_t base);
  // Returns the heap that has mapped memory at the address; null if there is none.
  [[nodiscard]] const Heap* find(std::uintptr_t address) const noexcept;
  // Returns the heap that begins at `base`; null if there is none.
  [[nodiscard]] const Heap* at(std::uintptr_t base) const noexcept;
  // Extends the driver's description of one chunk to the whole mapped part of its heap.
  void widen(std::uintptr_t address, Memory* memory) const noexcept;

 private:
  Status need(std::uintptr_t base, Heap** out);

  const Driver& driver_;
  Devices& devices_;
  std::map<std::uintptr_t, Heap> heaps_;
};

}  // namespace penstock::accel
