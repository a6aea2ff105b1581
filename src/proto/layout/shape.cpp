#include "proto/layout/shape.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "proto/layout/cursor.hpp"

namespace penstock::proto {
namespace {

using kernels::Strided;

enum class Direction { kPack, kUnpack };

template <Direction direction>
void move(std::byte* strided, std::byte* packed, std::size_t bytes) noexcept {
  if constexpr (direction == Direction::kPack) {
    std::memcpy(packed, strided, bytes);
  } else {
    std::memcpy(strided, packed, bytes);
  }
}

// A size known when compiling makes each block one or two instructions instead of a call.
template <Direction direction, std::size_t size>
void move_blocks(std::byte* strided, std::int64_t stride, std::uint64_t count, std::byte* packed) noexcept {
  for (std::uint64_t i = 0; i < count; ++i, strided += stride, packed += size) move<direction>(strided, packed, size);
}

template <Direction direction>
void move_row(std::byte* strided, std::int64_t stride, std::uint64_t count, std::uint64_t block, std::byte* packed) noexcept {
  switch (block) {
    case 1: return move_blocks<direction, 1>(strided, stride, count, packed);
    case 2: return move_blocks<direction, 2>(strided, stride, count, packed);
    case 4: return move_blocks<direction, 4>(strided, stride, count, packed);
    case 8: return move_blocks<direction, 8>(strided, stride, count, packed);
    case 16: return move_blocks<direction, 16>(strided, stride, count, packed);
    default: break;
  }
  for (std::uint64_t i = 0; i < count; ++i, strided += stride, packed += block) move<direction>(strided, packed, block);
}

template <Direction direction>
void move_shape(const Strided& shape, std::byte* base, std::uint64_t first, std::byte* packed, std::uint64_t bytes) noexcept {
  if (bytes == 0) return;
  if (shape.dims == 0) return move<direction>(base + first, packed, bytes);
  Cursor cursor(shape, first);
  while (bytes > 0) {
    std::byte* at = base + cursor.offset();
    if (cursor.within_block() == 0 && bytes >= shape.block) {
      const std::uint64_t blocks = std::min(cursor.row_left(), bytes / shape.block);
      move_row<direction>(at, shape.stride[0], blocks, shape.block, packed);
      cursor.next_blocks(blocks);
      packed += blocks * shape.block;
      bytes -= blocks * shape.block;
    } else {
      const std::uint64_t piece = std::min(shape.block - cursor.within_block(), bytes);
      move<direction>(at, packed, piece);
      cursor.next_bytes(piece);
      packed += piece;
      bytes -= piece;
    }
  }
}

}  // namespace

Footprint footprint(const Strided& shape) noexcept {
  Footprint out{0, static_cast<std::int64_t>(shape.block)};
  for (int i = 0; i < shape.dims; ++i) {
    const std::int64_t reach = static_cast<std::int64_t>(shape.count[i] - 1) * shape.stride[i];
    (reach < 0 ? out.low : out.high) += reach;
  }
  return out;
}

bool is_sane(const Strided& shape) noexcept {
  if (shape.dims < 0 || shape.dims > kernels::kMaxDims) return false;
  constexpr Wide limit = std::numeric_limits<std::int64_t>::max();
  Wide packed = shape.block;
  Wide low = 0;
  Wide high = shape.block;
  for (int i = 0; i < shape.dims; ++i) {
    if (shape.count[i] == 0 || shape.count[i] > static_cast<std::uint64_t>(limit)) return false;
    packed *= shape.count[i];
    const Wide reach = static_cast<Wide>(shape.count[i] - 1) * shape.stride[i];
    (reach < 0 ? low : high) += reach;
    if (packed > limit || high > limit || low < -limit) return false;
  }
  const Wide base = shape.base;
  return packed <= limit && high <= limit && base + low >= 0 && base + high <= std::numeric_limits<std::uint64_t>::max();
}

Strided contiguous(std::uint64_t base, std::uint64_t bytes) noexcept {
  Strided shape;
  shape.base = base;
  shape.block = bytes;
  return shape;
}

void pack_shape(const Strided& shape, const std::byte* base, std::uint64_t first, std::byte* packed,
                std::uint64_t bytes) noexcept {
  move_shape<Direction::kPack>(shape, const_cast<std::byte*>(base), first, packed, bytes);
}

void unpack_shape(const Strided& shape, std::byte* base, std::uint64_t first, const std::byte* packed,
                  std::uint64_t bytes) noexcept {
  move_shape<Direction::kUnpack>(shape, base, first, const_cast<std::byte*>(packed), bytes);
}

}  // namespace penstock::proto
