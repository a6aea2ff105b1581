// This header has inline copies of a few words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace penstock::base {

namespace detail {

// Copies the first and the last piece of the bytes; the two overlap if there are fewer bytes than two pieces.
template <typename Piece>
[[gnu::always_inline]] inline void copy_ends(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  Piece first;
  Piece last;
  std::memcpy(&first, from, sizeof(Piece));
  std::memcpy(&last, from + bytes - sizeof(Piece), sizeof(Piece));
  std::memcpy(to, &first, sizeof(Piece));
  std::memcpy(to + bytes - sizeof(Piece), &last, sizeof(Piece));
}

struct Sixteen {
  std::uint64_t low, high;
};

}  // namespace detail

// Copies as memcpy does, but without a call for up to 32 bytes. Null pointers are allowed if `bytes` is 0.
inline void copy_small(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  if (bytes > 32) {
    std::memcpy(to, from, bytes);
  } else if (bytes >= 16) {
    detail::copy_ends<detail::Sixteen>(to, from, bytes);
  } else if (bytes >= 8) {
    detail::copy_ends<std::uint64_t>(to, from, bytes);
  } else if (bytes >= 4) {
    detail::copy_ends<std::uint32_t>(to, from, bytes);
  } else if (bytes >= 2) {
    detail::copy_ends<std::uint16_t>(to, from, bytes);
  } else if (bytes == 1) {
    *to = *from;
  }
}

}  // namespace penstock::base
