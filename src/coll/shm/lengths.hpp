// Lengths of the pieces that go through shared buffers.
#pragma once

#include <algorithm>
#include <cstdint>

#include "coll/shm/buffer.hpp"

namespace penstock::coll {

// Pieces of this length keep both sides of a copy busy, and the shared buffers in the caches.
inline constexpr std::uint64_t kShmPiece = 32 << 10;
[[nodiscard]] inline std::uint64_t shm_piece(const ShmBuffer& shm) noexcept {
  return std::min(kShmPiece, shm.largest() / 2);
}

// If ranks do not know each other's lengths, a part has a cell of at most this length: up to `cells` of them lie in one piece.
// Longer parts are messages.
inline constexpr std::uint64_t kLongestCell = 4096 + 64;  // 4 KiB and their length
[[nodiscard]] constexpr std::uint64_t shm_part_cell(std::uint64_t piece, int cells) noexcept {
  const std::uint64_t each = std::min(2 * kLongestCell, piece) / static_cast<std::uint64_t>(cells) / 64 * 64;
  return std::clamp<std::uint64_t>(each, 64, kLongestCell);
}
// Returns the bytes that a part of that length needs, with its length.
[[nodiscard]] constexpr std::uint64_t cell_of_part(std::uint64_t bytes) noexcept {
  return (ShmBuffer::kLengthBytes + bytes + 7) / 8 * 8;
}

}  // namespace penstock::coll
