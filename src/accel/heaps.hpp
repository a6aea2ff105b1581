// Heaps on devices: addresses that are taken at once, and chunks of memory behind them as they are needed.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "accel/accel.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"

namespace penstock::accel {

// Of this process. Not thread-safe.
class ChunkHeaps {
 public:
  struct Heap {
    int device = -1;
    std::uint64_t base = 0;
    std::uint64_t reserved = 0;
    std::uint64_t mapped = 0;
    std::vector<std::uint64_t> ends;  // of its chunks, behind the base
  };

  ChunkHeaps(const Driver& driver, Devices& devices) : driver_(driver), devices_(devices) {}

  // As Accel::reserve_heap, grow_heap and shrink_heap.
  Status reserve(int device, std::uint64_t most, Memory* out);
  Status grow(std::uintptr_t base, std::uint64_t bytes, std::uint64_t* mapped);
  Status shrink(std::uintptr_t base, std::uint64_t mapped);
  // Forgotten even if the driver fails.
  Status release(std::uintptr_t base);
  // That which has memory at the address; null: none has.
  [[nodiscard]] const Heap* find(std::uintptr_t address) const noexcept;
  // Null: none begins there.
  [[nodiscard]] const Heap* at(std::uintptr_t base) const noexcept;
  // What the driver says of one chunk becomes what is true of the heap.
  void widen(std::uintptr_t address, Memory* memory) const noexcept;

 private:
  Status need(std::uintptr_t base, Heap** out);

  const Driver& driver_;
  Devices& devices_;
  std::map<std::uintptr_t, Heap> heaps_;
};

}  // namespace penstock::accel
