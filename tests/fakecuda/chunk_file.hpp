// The bytes of one chunk of VMM: a file of its own, whose descriptor may be sent to another process. A label in the file
// describes it. The memory is in use while any process has a descriptor or mapping of it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace penstock::fakecuda {

// The label lies at the beginning of the file; the data follow in the next page.
struct ChunkLabel {
  std::uint64_t magic = 0x70656e73746f6376;
  std::uint64_t bytes = 0;
  std::uint64_t handle_types = 0;
  std::int32_t machine_number = -1;  // of its device
  std::int32_t reserved = 0;
};

// Makes the file of a new chunk, which does not count as a user itself; -1 on failure. held_elsewhere(fd, 0) finds other users.
[[nodiscard]] int make_chunk_file(const ChunkLabel& label);
// Opens anew the file of the chunk behind `fd`, which then counts as a user; -1 on failure or if `fd` is not a chunk's file.
[[nodiscard]] int open_chunk_file(int fd, ChunkLabel* out);
[[nodiscard]] off_t chunk_data();

}  // namespace penstock::fakecuda
