// The bytes of one chunk of VMM: a file of its own, whose descriptor another process can be given. It says of itself what it
// is. The memory is in use while any descriptor or mapping of it is left, in whatever process.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace penstock::fakecuda {

// At the beginning of the file; the data follow in the next page.
struct ChunkLabel {
  std::uint64_t magic = 0x70656e73746f6376;
  std::uint64_t bytes = 0;
  std::uint64_t handle_types = 0;
  std::int32_t machine_number = -1;  // of the device
  std::int32_t reserved = 0;
};

// The file of a new chunk, which does not count as a user itself; -1 on failure. held_elsewhere(fd, 0) tells of others.
[[nodiscard]] int make_chunk_file(const ChunkLabel& label);
// Another open file of the chunk behind `fd`, which counts as a user; -1 on failure or where `fd` is no chunk's.
[[nodiscard]] int open_chunk_file(int fd, ChunkLabel* out);
[[nodiscard]] off_t chunk_data();

}  // namespace penstock::fakecuda
