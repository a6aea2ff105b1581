// These are the arguments of the strided copy kernels; the host prepares them so that a thread needs no 64-bit division.
#pragma once

#include <cstdint>

#include "accel/queue/flag.hpp"

namespace penstock::kernels {

inline constexpr int kMaxSideDims = 6;

// Divisor divides unsigned numbers by a constant; it is exact for dividends below 2^31: quotient = (2 n * multiplier) >> 32 >>
// shift.
struct Divisor {
  std::uint32_t value = 1;
  std::uint32_t multiplier = 0x8000'0000U;
  std::uint32_t shift = 0;
};

// StridedSide gives the addresses of one side's elements. Element i of the piece lies in block (i + skip) / block; that block
// number counts through the dimensions from `start`. The last dimension does not wrap: the piece ends within it.
struct StridedSide {
  std::uint64_t base = 0;                  // address of the first block of the piece, `start` of the last dimension included
  std::int64_t stride[kMaxSideDims] = {};  // bytes
  Divisor block;                           // elements
  std::uint32_t skip = 0;
  Divisor count[kMaxSideDims];  // of all dimensions but the last
  std::uint32_t start[kMaxSideDims] = {};
  std::int32_t dims = 0;  // 0: contiguous
};

struct StridedArguments {
  StridedSide destination;
  StridedSide source;
  std::uint32_t elements = 0;  // below 2^30
  accel::Finish finish;
};

}  // namespace penstock::kernels
