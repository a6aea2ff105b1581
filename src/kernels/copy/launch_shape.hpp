// How many threads copy so many elements.
#pragma once

#include <cstdint>

#include "accel/accel.hpp"

namespace penstock::kernels {

struct LaunchShape {
  unsigned threads = 1;  // of a block
  unsigned blocks = 1;
};

// A thread moves kStridedUnroll elements a round. As many blocks as there is work for, at most what the device can hold at once
// or PENSTOCK_KERNEL_GRID; PENSTOCK_KERNEL_BLOCK threads at most.
[[nodiscard]] LaunchShape launch_shape(const Config& config, const accel::DeviceLimits& limits,
                                       std::uint32_t elements) noexcept;

}  // namespace penstock::kernels
