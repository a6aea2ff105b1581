// How much memory a process takes, by the system's own count.
#pragma once

#include <cstdint>

namespace bench::hybrid {

// The most that this process had resident after its construction, less what it had then: memory of its own, and pages of other
// PEs' heaps that it touched. Throws Failure where the system does not tell.
class MemoryUse {
 public:
  MemoryUse();
  [[nodiscard]] std::uint64_t grown() const;

 private:
  std::uint64_t before_;
};

}  // namespace bench::hybrid
