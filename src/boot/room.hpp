// The file in which all ranks of a job have room for their shared memory, as launcher and ranks agree.
#pragma once

#include <cstdint>

namespace penstock::boot {

// Of each rank, in the order of ranks. Only what is used is memory.
inline constexpr std::uint64_t kSegmentRoom = std::uint64_t{1} << 40;

}  // namespace penstock::boot
