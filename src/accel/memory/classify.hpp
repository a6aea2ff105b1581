// This header classifies pointers.
#pragma once

#include <array>
#include <cstdint>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/memory/memory.hpp"

namespace penstock::accel {

// HostRanges has the addresses that are host memory for the life of the process, whatever CUDA does: the part of the calling
// thread's stack that is in use, the program's own segments, and the brk heap. Memory there that was pinned later counts as
// plain host memory.
class HostRanges {
 public:
  HostRanges();
  [[nodiscard]] bool contain(std::uintptr_t address) const noexcept;

 private:
  struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
  };
  std::array<Range, 8> program_{};
  std::size_t program_count_ = 0;
  std::uintptr_t heap_begin_ = 0;  // 0: unknown
};

// The classifier asks the driver. CUDA must be initialised.
class Classifier {
 public:
  Classifier(const Driver& driver, Devices& devices) : driver_(driver), devices_(devices) {}
  Status classify(const void* pointer, Memory* out);

 private:
  // Finds a pointer into an allocation that was classified before: the driver is asked for its buffer id only.
  Status find_known(const void* pointer, const Memory** out);
  // `*owner` becomes the device that owns the memory.
  Status ask(const void* pointer, Memory* out, int* owner);
  Status settle_device(Memory* memory);
  // Makes the application's synchronous copies from or to this allocation fully synchronous, so that their effect is complete
  // when a send reads it.
  Status order_copies(const Memory& memory);

  const Driver& driver_;
  Devices& devices_;
  std::array<Memory, 8> known_{};  // the latest allocations whose buffer id determines everything
  std::size_t next_known_ = 0;
  std::array<std::uint64_t, 1024> seen_{};  // buffer ids by their low bits; a lost id is only set again
};

}  // namespace penstock::accel
