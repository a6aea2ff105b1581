// Arithmetic on one strided run.
#pragma once

#include <cstdint>

#include "kernels/copy/strided.hpp"

namespace penstock::proto {

// The type for sums of products of 64-bit numbers before they are known to fit.
__extension__ using Wide = __int128;

// Repeats the run `count` times, `stride` bytes apart, merged with its outermost dimension if that is equivalent. Returns false
// (and leaves *shape unchanged) if that takes more than kMaxDims dimensions.
bool repeat_shape(kernels::Strided* shape, std::uint64_t count, std::int64_t stride);

// The bytes that the run touches, relative to its base: [low, high).
struct Footprint {
  std::int64_t low = 0;
  std::int64_t high = 0;
};
[[nodiscard]] Footprint footprint(const kernels::Strided& shape) noexcept;

// Validates a run that a peer sent: dimensions in range, no empty dimension, and packed size and footprint without overflow.
[[nodiscard]] bool is_sane(const kernels::Strided& shape) noexcept;

// Makes a run of `bytes` contiguous bytes.
[[nodiscard]] kernels::Strided contiguous(std::uint64_t base, std::uint64_t bytes) noexcept;

}  // namespace penstock::proto
