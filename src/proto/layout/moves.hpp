// Moving blocks of bytes between strided and packed memory, by the CPU. Widths known when compiling become a load and a store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace penstock::proto {

enum class Direction { kPack, kUnpack };

// Some of these bytes twice rather than a loop or a call: all loads come before the stores.
template <std::size_t width>
inline void copy_ends(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  struct Block {
    std::byte at[width];
  };
  Block head;
  Block tail;
  std::memcpy(&head, from, width);
  std::memcpy(&tail, from + bytes - width, width);
  std::memcpy(to, &head, width);
  std::memcpy(to + bytes - width, &tail, width);
}

// What memcpy does, without the call for blocks as datatypes have them. At least one byte.
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

// Width 0: `bytes`, not known when compiling.
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

// Calls body.operator()<width>() with the width of the block where that is one of those compiled, else with 0.
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
    case 64: return body.template operator()<64>();
    default: return body.template operator()<0>();
  }
}

}  // namespace penstock::proto
