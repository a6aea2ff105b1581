#include "core/memory/memory_blocks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace penstock::core {

Status MemoryBlocks::add_arena(transport::MemoryRegistry& registry, unsigned log) {
  Arena made;
  PENSTOCK_TRY(registry.take_pages(kArenaBytes, &made.pages));
  made.blocks = kArenaBytes >> log;
  for (std::size_t i = made.blocks; i > 0; --i) made.free.push_back(static_cast<std::uint32_t>(i - 1));
  arenas_of(log).push_front(std::move(made));
  return Status::ok();
}

// The size of a block is a power of two, and a block is aligned to its size, up to the size of a page.
Status MemoryBlocks::allocate(transport::MemoryRegistry& registry, std::size_t bytes, std::size_t alignment, void** out,
                              Block* from) {
  const std::size_t block = std::bit_ceil(std::max({bytes, alignment, std::size_t{1} << kSmallest}));
  const auto log = static_cast<unsigned>(std::countr_zero(block));
  Arenas& arenas = arenas_of(log);
  if (arenas.empty() || arenas.front().free.empty()) PENSTOCK_TRY(add_arena(registry, log));
  const auto arena = arenas.begin();
  *out = arena->pages.memory.data() + (std::size_t{arena->free.back()} << log);
  *from = {arena, log};
  arena->free.pop_back();
  if (arena->free.empty()) arenas.splice(arenas.end(), arenas, arena);
  return Status::ok();
}

// One empty arena of each size is kept, for applications that allocate and free one piece repeatedly.
void MemoryBlocks::release(void* piece, const Block& from) {
  Arenas& arenas = arenas_of(from.log);
  Arena& arena = *from.arena;
  const auto offset = static_cast<std::size_t>(static_cast<std::byte*>(piece) - arena.pages.memory.data());
  arena.free.push_back(static_cast<std::uint32_t>(offset >> from.log));
  if (arena.free.size() == 1) arenas.splice(arenas.begin(), arenas, from.arena);
  if (arena.free.size() != arena.blocks) return;
  const auto other = std::ranges::find_if(arenas, [&](const Arena& each) { return &each != &arena && !each.free.empty(); });
  if (other == arenas.end()) return;
  transport::MemoryRegistry::give_back(arena.pages);
  arenas.erase(from.arena);
}

}  // namespace penstock::core
