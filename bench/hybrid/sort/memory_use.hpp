// Measures how much memory a process uses, by the system's own count.
#pragma once

#include <cstdint>

namespace bench::hybrid {

// The largest resident size of this process since the construction of this object, minus its size then: own memory, and touched
// pages of other PEs' heaps. Throws Failure if the system does not report it.
class MemoryUse {
 public:
  MemoryUse();
  [[nodiscard]] std::uint64_t grown() const;

 private:
  std::uint64_t before_;
};

}  // namespace bench::hybrid
