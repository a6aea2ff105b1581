// LaunchShape is the number of threads for a copy, by its number of elements.
#pragma once

#include <cstdint>

#include "accel/accel.hpp"

namespace penstock::kernels {

struct LaunchShape {
  unsigned threads = 1;  // threads of a block
  unsigned blocks = 1;
};

// A thread moves kStridedUnroll elements per round. There are as many blocks as have work, at most as many as the device can
// run at once or PENSTOCK_KERNEL_GRID; blocks have at most PENSTOCK_KERNEL_BLOCK threads.
[[nodiscard]] LaunchShape launch_shape(const Config& config, const accel::DeviceLimits& limits,
                                       std::uint32_t elements) noexcept;

}  // namespace penstock::kernels
