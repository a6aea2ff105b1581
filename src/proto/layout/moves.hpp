// The CPU moves blocks of bytes between strided and packed memory. A width that is known at
// compile time becomes a load and a store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace penstock::proto {

enum class Direction { kPack, kUnpack };

// Copies some of the bytes twice, which avoids a loop or a call: all loads come before the stores.
template <std::size_t width>
inline void copy_ends(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  struct End {
    std::byte at[width];
  };
  End head;
  End tail;
  std::memcpy(&head, from, width);
  std::memcpy(&tail, from + bytes - width, width);
  std::memcpy(to, &head, width);
  std::memcpy(to + bytes - width, &tail, width);
}

// Copies as memcpy does, but without the call for the block sizes of usual datatypes. Copies at least one byte.
inline void copy_block(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  if (bytes >= 8) {
    if (bytes <= 16) return copy_ends<8>(to, from, bytes);
    if (bytes <= 32) return copy_ends<16>(to, from, bytes);
    if (bytes <= 64) return copy_ends<32>(to, from, bytes);
    if (bytes <= 128) return copy_ends<64>(to, from, bytes);
    std::memcpy(to, from, bytes);
    return;
  }
  if (bytes >= 4) return copy_ends<4>(to, from, bytes);
  if (bytes >= 2) return copy_ends<2>(to, from, bytes);
  *to = *from;
}

// A width of 0 stands for `bytes`, which is not known at compile time.
template <Direction direction, std::size_t width>
inline void move_block(std::byte* strided, std::byte* packed, std::size_t bytes) noexcept {
  std::byte* const to = direction == Direction::kPack ? packed : strided;
  const std::byte* const from = direction == Direction::kPack ? strided : packed;
  if constexpr (width == 0) {
    copy_block(to, from, bytes);
  } else {
    std::memcpy(to, from, width);
  }
}

// Moves blocks with gaps as wide as the blocks, a vector at a time: two loads, a shuffle and a store. It leaves the last
// blocks, after which the memory may end, to the caller; returns how many it has moved. It ignores the bytes that it reads in
// gaps, so another thread may write there.
template <std::size_t width>
[[gnu::no_sanitize("thread", "address")]] inline std::uint64_t pack_every_second(const std::byte* strided, std::byte* packed,
                                                                                 std::uint64_t blocks) noexcept {
  using Lane = std::conditional_t<width == 4, std::uint32_t, std::uint64_t>;
  typedef Lane Lanes __attribute__((vector_size(16)));  // NOLINT(modernize-use-using)
  constexpr std::uint64_t kLanes = 16 / width;
  std::uint64_t done = 0;
  for (; done + kLanes < blocks; done += kLanes, strided += 32, packed += 16) {
    Lanes low;
    Lanes high;
    std::memcpy(&low, strided, 16);
    std::memcpy(&high, strided + 16, 16);
    if constexpr (width == 4) {
      low = __builtin_shufflevector(low, high, 0, 2, 4, 6);
    } else {
      low = __builtin_shufflevector(low, high, 0, 2);
    }
    std::memcpy(packed, &low, 16);
  }
  return done;
}

// Moves a fixed number of blocks, unrolled: four of their addresses cost one addition. Returns the address of the next block.
template <Direction direction, std::size_t width, std::uint64_t many>
inline std::byte* move_some(std::byte* strided, std::int64_t stride, std::byte* packed) noexcept {
  if constexpr (direction == Direction::kUnpack && width == 4) {
    // One load serves two stores.
    for (std::uint64_t i = 0; i < many; i += 2, strided += 2 * stride, packed += 8) {
      std::uint64_t both;
      std::memcpy(&both, packed, 8);
      const auto first = static_cast<std::uint32_t>(both);
      const auto second = static_cast<std::uint32_t>(both >> 32);
      std::memcpy(strided, &first, 4);
      std::memcpy(strided + stride, &second, 4);
    }
    return strided;
  }
  for (std::uint64_t i = 0; i < many; i += 4, strided += 4 * stride, packed += 4 * width) {
    move_block<direction, width>(strided, packed, width);
    move_block<direction, width>(strided + stride, packed + width, width);
    move_block<direction, width>(strided + 2 * stride, packed + 2 * width, width);
    move_block<direction, width>(strided + 3 * stride, packed + 3 * width, width);
  }
  return strided;
}

// Moves blocks that are `stride` bytes apart, to or from packed bytes.
template <Direction direction, std::size_t width>
inline void move_row(std::byte* strided, std::int64_t stride, std::byte* packed, std::uint64_t blocks,
                     std::size_t bytes) noexcept {
  const std::size_t step = width == 0 ? bytes : width;
  if constexpr (direction == Direction::kPack && (width == 4 || width == 8)) {
    if (stride == 2 * width) {
      const std::uint64_t done = pack_every_second<width>(strided, packed, blocks);
      strided += static_cast<std::int64_t>(done) * stride;
      packed += done * width;
      blocks -= done;
    }
  }
  if constexpr (width != 0 && width <= 16) {
    constexpr std::uint64_t kAtOnce = width <= 4 ? 8 : 4;
    for (; blocks >= kAtOnce; blocks -= kAtOnce, packed += kAtOnce * width) {
      strided = move_some<direction, width, kAtOnce>(strided, stride, packed);
    }
  }
  for (; blocks > 0; --blocks, strided += stride, packed += step) move_block<direction, width>(strided, packed, step);
}

// Calls body.operator()<width>() with the width of the block if that width is compiled, else with 0.
template <typename Body>
inline void with_width(std::size_t block, Body&& body) noexcept {
  switch (block) {
    case 1: return body.template operator()<1>();
    case 2: return body.template operator()<2>();
    case 4: return body.template operator()<4>();
    case 8: return body.template operator()<8>();
    case 12: return body.template operator()<12>();
    case 16: return body.template operator()<16>();
    case 24: return body.template operator()<24>();
    case 32: return body.template operator()<32>();
    case 48: return body.template operator()<48>();
    case 64: return body.template operator()<64>();
    case 128: return body.template operator()<128>();
    default: return body.template operator()<0>();
  }
}

}  // namespace penstock::proto
