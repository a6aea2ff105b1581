#include "proto/common/blocks.hpp"

#include <bit>
#include <utility>

namespace penstock::proto {

std::size_t Blocks::class_of(std::size_t bytes) noexcept {
  if (bytes <= kSmallest) return 0;
  return static_cast<std::size_t>(std::bit_width((bytes - 1) / kSmallest));
}

Block Blocks::acquire(std::size_t bytes) {
  if (bytes == 0) return {};
  const std::size_t wanted = class_of(bytes);
  if (wanted >= kClasses) return {std::make_unique_for_overwrite<std::byte[]>(bytes), bytes};
  const std::size_t capacity = kSmallest << wanted;
  auto& kept = free_[wanted];
  if (kept.empty()) return {std::make_unique_for_overwrite<std::byte[]>(capacity), capacity};
  Block block{std::move(kept.back()), capacity};
  kept.pop_back();
  return block;
}

void Blocks::release(Block&& block) noexcept {
  const std::size_t capacity = std::exchange(block.capacity, 0);
  std::unique_ptr<std::byte[]> taken = std::move(block.data);
  if (!taken) return;
  const std::size_t size = class_of(capacity);
  if (size >= kClasses || (kSmallest << size) != capacity || free_[size].size() >= kKept) return;
  if (free_[size].capacity() == 0) free_[size].reserve(kKept);
  free_[size].push_back(std::move(taken));
}

}  // namespace penstock::proto
