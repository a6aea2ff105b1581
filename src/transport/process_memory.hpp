// Whether addresses are memory of a process, where the system or the CPU would only fault: mistakes of the program.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string_view>

#include "base/status.hpp"
#include "kernels/copy/strided.hpp"

namespace penstock::transport {

// Bytes of a process, those from packed byte `first` on.
struct Touched {
  pid_t pid = 0;
  const kernels::Strided& shape;
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  bool written = false;
};

// The first address that its process could not read, or write, itself; 0 where there is none, or its mappings cannot be read.
// Memory of a device that the process has mapped is its own, though the system copies none of it. Slow: for failures.
[[nodiscard]] std::uint64_t first_fault(const Touched& touched);
// The failure that says so, kBuffer. `whose`: "this rank's buffer".
[[nodiscard]] Status not_of_process(std::string_view whose, const Touched& side, std::uint64_t address);
// kBuffer: this process has no memory at some address of the shape, and copying it would end the process. It costs one system
// call for small shapes, however many mappings; of large ones both ends are also read. Memory between them that is there
// and may not be read, and memory that may not be written, is not found.
[[nodiscard]] Status check_own_memory(const kernels::Strided& shape, std::uint64_t bytes, bool written);

}  // namespace penstock::transport
