// This header checks that addresses are memory of a process, to report an error of the application where the system or the CPU
// would only fault.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string_view>

#include "base/status.hpp"
#include "kernels/copy/strided.hpp"

namespace penstock::transport {

// Touched has the bytes of a process from packed byte `first` on.
struct Touched {
  pid_t pid = 0;
  const kernels::Strided& shape;
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  bool written = false;
};

// Returns the first address that its process could not read, or write, itself; 0 if there is none or its mappings cannot be
// read. Device memory that the process has mapped counts as its own, although the system cannot copy it. The call is slow and
// only for failures.
[[nodiscard]] std::uint64_t first_fault(const Touched& touched);
// Returns the failure for that address, kBuffer. `whose` is, for example, "this rank's buffer".
[[nodiscard]] Status not_of_process(std::string_view whose, const Touched& side, std::uint64_t address);
// Returns kBuffer if this process has no memory at some address of the shape, so that a copy would end the process. It costs
// one system call for small shapes, however many mappings there are; for large shapes both ends are also read. It does not
// detect memory between the ends that exists but may not be read, or memory that may not be written.
[[nodiscard]] Status check_own_memory(const kernels::Strided& shape, std::uint64_t bytes, bool written);

}  // namespace penstock::transport
