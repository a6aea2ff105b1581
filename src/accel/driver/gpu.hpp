// This header has the facts about a GPU that all layers use.
#pragma once

#include <array>
#include <cstddef>

namespace penstock::accel {

using GpuUuid = std::array<std::byte, 16>;

struct DeviceLimits {
  int multiprocessors = 1;
  int block_threads = 1;  // most threads of a block
  int kilohertz = 1000;   // frequency of the clock that kernels read
};

}  // namespace penstock::accel
