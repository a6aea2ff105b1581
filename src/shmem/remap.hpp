// These functions exchange the pages behind an address for others with the same bytes. They are inline, since the wrappers need
// them in a forked child.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <sys/mman.h>

namespace penstock::shmem {

// Copies go by units of so many bytes; pages are multiples of it.
inline constexpr std::size_t kPageBytes = 4096;

// It copies whole pages and does not write those of zeros, so that pages which the program never touched take no memory. It
// goes word by word: a program under AddressSanitizer has gaps between its variables that memcpy, which is watched, may not
// touch.
[[gnu::no_sanitize("address", "thread")]] inline void copy_pages(std::byte* to, std::span<const std::byte> from) {
  using Word [[gnu::may_alias]] = std::uint64_t;
  constexpr std::size_t kWords = kPageBytes / sizeof(Word);
  for (std::size_t at = 0; at < from.size(); at += kPageBytes) {
    const auto* const read = reinterpret_cast<const Word*>(from.data() + at);
    auto* const written = reinterpret_cast<volatile Word*>(to + at);
    std::size_t zeros = 0;
    while (zeros < kWords && read[zeros] == 0) ++zeros;
    for (std::size_t i = zeros; i < kWords; ++i) written[i] = read[i];
  }
}

// Both addresses name the same memory afterwards: `data` gets the pages of `shared`, which is as long, mapped shared, and
// zeros. No other thread writes there meanwhile. False, with errno: nothing has changed but the bytes of `shared`.
inline bool make_shared(std::span<std::byte> data, std::byte* shared) {
  copy_pages(shared, data);
  return mremap(shared, 0, data.size(), MREMAP_MAYMOVE | MREMAP_FIXED, data.data()) != MAP_FAILED;
}

// It makes `data` this process's own again. A forked child may call it.
inline bool make_private(std::span<std::byte> data) {
  void* const own = mmap(nullptr, data.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) return false;
  copy_pages(static_cast<std::byte*>(own), data);
  return mremap(own, data.size(), data.size(), MREMAP_MAYMOVE | MREMAP_FIXED, data.data()) != MAP_FAILED;
}

}  // namespace penstock::shmem
