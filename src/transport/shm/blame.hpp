// Why the system could not copy between two processes: an address that is no memory of its process, on which side.
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "base/status.hpp"
#include "kernels/copy/strided.hpp"

namespace penstock::transport::shm {

// Bytes of a process, those from packed byte `first` on.
struct Touched {
  pid_t pid = 0;
  const kernels::Strided& shape;
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  bool written = false;
};

// Code::kBuffer: some address of one side is no memory that its process could read, or write, itself: a mistake of the program,
// on which other ways of copying would only crash. Slow: for failures.
[[nodiscard]] Status blame(int peer, const Touched& theirs, const Touched& mine);
// The first such address; 0 where there is none, or its mappings cannot be read.
// Memory of a device that the process has mapped is its own, though the system copies none of it.
[[nodiscard]] std::uint64_t first_fault(const Touched& touched);

}  // namespace penstock::transport::shm
