// The only parameter of the kernel whose blocks synchronise.
#pragma once

#include <cstdint>

namespace bench::interference {

// Counters of 32 bits in device memory. `arrived` increases from launch to launch and may wrap.
struct MeetArguments {
  std::uint64_t arrived = 0;
  std::uint64_t vain = 0;   // blocks that gave up
  std::uint32_t goal = 0;   // value of `arrived` when every block of this launch has arrived
  std::uint32_t looks = 0;  // polls before a block gives up
};

}  // namespace bench::interference
