// What accel tells the kernels that it launches itself; their bodies are in kernels/sync and kernels/copy.
#pragma once

#include <cstdint>

namespace penstock::accel {

// Parameter block of "penstock_flag": writes `value` to host or device memory, after all that the stream did before.
struct FlagArguments {
  std::uint64_t address = 0;
  std::uint32_t value = 0;
};

// How a kernel tells its own completion (kernels/sync/finish.hpp): the last of its blocks writes the word. All zero: it does
// not. `counter` is device memory that holds 0 between the kernels of a stream.
struct Finish {
  std::uint64_t word = 0;
  std::uint64_t counter = 0;
  std::uint32_t value = 0;
  std::uint32_t reserved = 0;
};

// Contiguous bytes to copy, by `blocks` thread blocks from `first_block` on.
struct CopyPart {
  std::uint64_t destination = 0;
  std::uint64_t source = 0;
  std::uint32_t bytes = 0;
  std::uint32_t first_block = 0;
  std::uint32_t blocks = 0;
  std::uint32_t reserved = 0;
};

// Parameter block of "penstock_copy" (one part) and "penstock_copy_many": the parts move at the same time.
template <unsigned kParts>
struct CopyArguments {
  Finish finish;
  std::uint32_t count = 0;
  std::uint32_t reserved = 0;
  CopyPart part[kParts];
};

inline constexpr unsigned kMostCopyParts = 32;    // 1 KiB of parameters
inline constexpr unsigned kCopyThreadBytes = 64;  // of a part, a round of a thread: 4 loads of 16 bytes

}  // namespace penstock::accel
