// The one kernel that accel itself launches; its body is in kernels/sync.
#pragma once

#include <cstdint>

namespace penstock::accel {

// Parameter block of "penstock_flag": writes `value` to host or device memory, after all that the stream did before.
struct FlagArguments {
  std::uint64_t address = 0;
  std::uint32_t value = 0;
};

}  // namespace penstock::accel
