// The pages behind an address, exchanged for others with the same bytes. Inline, since the wrappers need it in a forked child.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include <sys/mman.h>

namespace penstock::shmem {

inline constexpr std::size_t kPageBytes = 4096;

// Pages of zeros are not written, so that what the program never touched takes no memory.
inline void copy_pages(std::byte* to, std::span<const std::byte> from) {
  static constexpr std::byte kZeros[kPageBytes] = {};
  for (std::size_t at = 0; at < from.size(); at += kPageBytes) {
    const std::size_t bytes = std::min(kPageBytes, from.size() - at);
    if (std::memcmp(from.data() + at, kZeros, bytes) != 0) std::memcpy(to + at, from.data() + at, bytes);
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
