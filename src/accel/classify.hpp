// What a pointer is.
#pragma once

#include <array>
#include <cstdint>

#include "accel/accel.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"

namespace penstock::accel {

// Address ranges that are host memory for as long as the process lives, whatever CUDA does: the calling thread's stack in
// use, the program's own segments, the brk heap. Memory there that was pinned later counts as plain host memory.
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

// Asks the driver. CUDA must be initialised.
class Classifier {
 public:
  Classifier(const Driver& driver, Devices& devices) : driver_(driver), devices_(devices) {}
  Status classify(const void* pointer, Memory* out);

 private:
  // Of a pointer into an allocation that has been asked about: the driver is asked for its identity alone.
  Status find_known(const void* pointer, const Memory** out);
  // `*owner`: the device that it is of.
  Status ask(const void* pointer, Memory* out, int* owner);
  Status settle_device(Memory* memory);
  // Makes synchronous copies of the application from or to this allocation really synchronous, so that their effect is
  // complete when a send reads it.
  Status order_copies(const Memory& memory);

  const Driver& driver_;
  Devices& devices_;
  std::array<Memory, 8> known_{};  // the last allocations of a plain kind, of which an id tells everything
  std::size_t next_known_ = 0;
  std::array<std::uint64_t, 1024> seen_{};  // buffer ids by their low bits; a lost one is only set again
};

}  // namespace penstock::accel
