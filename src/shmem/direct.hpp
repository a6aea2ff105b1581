// PEs that reach each other's heaps by loads and stores do collectives without messages. `dest` is ready on all PEs before one
// of them makes the call, as the standard says, so a PE stores at others at once; a barrier ends the call.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "shmem/team.hpp"

namespace penstock::shmem {

// Blocks lie one behind another; each has `count` elements of `size` bytes, which lie a stride of elements apart.
struct Blocks {
  std::uint64_t count = 0;  // elements of a block
  std::uint32_t size = 0;
  std::ptrdiff_t dest_stride = 1;  // 1 or more
  std::ptrdiff_t source_stride = 1;

  [[nodiscard]] bool flat() const noexcept { return dest_stride == 1 && source_stride == 1; }
  // Returns the bytes of `dest` from its first element to the end of the last one of so many blocks.
  [[nodiscard]] std::uint64_t span(std::uint64_t blocks) const noexcept {
    return blocks * count == 0 ? 0 : ((blocks * count - 1) * static_cast<std::uint64_t>(dest_stride) + 1) * size;
  }
};

// Each is collective, and returns once this member's `dest` is complete and nobody reads its `source` any more. The team
// reaches `dest` (Team::reaches), and `source` is memory of the host.

// Block i of the source becomes block rank() at member i.
Status store_blocks(Team& team, std::byte* dest, const std::byte* source, const Blocks& blocks);
// `bytes` of the source go to `at` bytes behind `dest` on all members.
Status store_at_all(Team& team, std::byte* dest, std::uint64_t at, const std::byte* source, std::uint64_t bytes);

}  // namespace penstock::shmem
