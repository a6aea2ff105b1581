// The pages behind an address, exchanged for others with the same bytes. Inline, since the wrappers need it in a forked child.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <sys/mman.h>

namespace penstock::shmem {

// What is looked at as one; pages are multiples of it.
inline constexpr std::size_t kPageBytes = 4096;

// Whole pages; those of zeros are not written, so that what the program never touched takes no memory. Word by word: a program
// under AddressSanitizer has gaps between its variables that memcpy, which is watched, may not touch.
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

// `data` gets the pages of `shared`, which is as long, mapped shared, and zeros: both addresses are then of the same memory. No
// other thread writes there meanwhile. False, with errno: nothing has changed but the bytes of `shared`.
inline bool make_shared(std::span<std::byte> data, std::byte* shared) {
  copy_pages(shared, data);
  return mremap(shared, 0, data.size(), MREMAP_MAYMOVE | MREMAP_FIXED, data.data()) != MAP_FAILED;
}

// The other way round: `data` becomes this process's own. Fit for a forked child.
inline bool make_private(std::span<std::byte> data) {
  void* const own = mmap(nullptr, data.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) return false;
  copy_pages(static_cast<std::byte*>(own), data);
  return mremap(own, data.size(), data.size(), MREMAP_MAYMOVE | MREMAP_FIXED, data.data()) != MAP_FAILED;
}

}  // namespace penstock::shmem
