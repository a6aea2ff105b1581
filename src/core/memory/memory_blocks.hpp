// Small pieces of memory that ranks of the host share: blocks with sizes of powers of two, cut from pages that are allocated
// for many of them, so that a piece costs neither a system call nor a mapping.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

#include "base/status.hpp"
#include "transport/registry.hpp"

namespace penstock::core {

// The class is not thread-safe.
class MemoryBlocks {
 public:
  static constexpr std::size_t kMost = 16384;      // bytes of a piece
  static constexpr std::size_t kMostAlign = 4096;  // size of a page

  [[nodiscard]] static bool fits(std::size_t bytes, std::size_t alignment) noexcept {
    return bytes <= kMost && alignment <= kMostAlign;
  }

 private:
  static constexpr std::size_t kArenaBytes = 8 * kMost;
  static constexpr unsigned kSmallest = 6;  // log2 of a block's bytes
  static constexpr unsigned kLargest = 14;
  struct Arena {
    transport::HostPages pages;
    std::vector<std::uint32_t> free;  // numbers of free blocks
    std::size_t blocks = 0;
  };
  using Arenas = std::list<Arena>;

 public:
  // The arena that a piece was allocated from.
  struct Block {
    Arenas::iterator arena;
    unsigned log = 0;
  };
  // Fails as MemoryRegistry::take_pages() does.
  Status allocate(transport::MemoryRegistry& registry, std::size_t bytes, std::size_t alignment, void** out, Block* from);
  void release(void* piece, const Block& from);

 private:
  [[nodiscard]] Arenas& arenas_of(unsigned log) noexcept { return arenas_[log - kSmallest]; }
  Status add_arena(transport::MemoryRegistry& registry, unsigned log);

  std::array<Arenas, kLargest - kSmallest + 1> arenas_;  // by size; arenas with free blocks come first
};

}  // namespace penstock::core
