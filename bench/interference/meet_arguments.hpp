// The one parameter of the kernel whose blocks meet.
#pragma once

#include <cstdint>

namespace bench::interference {

// Counters of 32 bits in device memory. `arrived` goes on from launch to launch and may wrap.
struct MeetArguments {
  std::uint64_t arrived = 0;
  std::uint64_t vain = 0;   // blocks that gave up
  std::uint32_t goal = 0;   // of `arrived`, when every block of this launch is there
  std::uint32_t looks = 0;  // before a block gives up
};

}  // namespace bench::interference
