// Memory made of chunks (VMM) is shared by descriptors, one for each chunk.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/fd.hpp"

namespace penstock::accel {

// ChunkDescriptor is the file descriptor of one chunk of an exported range, on its way to another process.
struct ChunkDescriptor {
  base::Fd fd;
  std::uint64_t bytes = 0;
};
inline constexpr std::size_t kMostChunks = 512;  // most chunks of a range

}  // namespace penstock::accel
