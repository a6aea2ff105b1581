// Buffers as a board's operations take them: contiguous host memory.
#pragma once

#include <algorithm>
#include <cstdint>

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Where a buffer's packed bytes are, or are wanted: in place, or in scratch memory.
struct Flat {
  std::byte* address = nullptr;
  std::uint64_t bytes = 0;
  Step ready = kNoStep;  // the bytes are there, if they are to be read
};

// The buffer's bytes, to be read.
[[nodiscard]] Flat flat_source(Schedule& schedule, const proto::Buffer& buffer);
// Memory for them, to be written; what is there already counts with `loaded`.
[[nodiscard]] Flat flat_target(Schedule& schedule, const proto::Buffer& buffer, bool loaded = false);
// Runs the operation after both sides are ready, and puts what it wrote where it belongs.
void run_on_board(Schedule& schedule, BoardOp& op, const Flat& from, const Flat& to, const proto::Buffer& target);

// A length cut into pieces of at most `most`, a multiple of `unit` each; none for a length of 0.
template <typename Body>
void for_pieces(std::uint64_t length, std::uint64_t most, std::uint64_t unit, const Body& body) {
  const std::uint64_t piece = std::max(most / unit, std::uint64_t{1}) * unit;
  for (std::uint64_t at = 0; at < length; at += piece) body(at, std::min(piece, length - at));
}

// Pieces of this length keep both sides of a copy busy, and the boards in the caches.
inline constexpr std::uint64_t kBoardPiece = 32 << 10;
[[nodiscard]] inline std::uint64_t board_piece(const Schedule& schedule) noexcept {
  return std::min(kBoardPiece, schedule.team().board->largest() / 2);
}

}  // namespace penstock::coll
