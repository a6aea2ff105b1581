#include "shmem/allocator.hpp"

#include <algorithm>
#include <iterator>

namespace penstock::shmem {

std::optional<std::uint64_t> Allocator::allocate(std::uint64_t bytes, std::uint64_t alignment) {
  if (bytes > bytes_) return std::nullopt;
  const std::uint64_t step = std::max(alignment, kAlign);
  std::uint64_t gap = 0;
  auto next = taken_.begin();
  while (true) {
    const std::uint64_t place = (gap + step - 1) / step * step;
    const std::uint64_t end = next == taken_.end() ? bytes_ : next->first;
    if (place >= gap && place <= end && bytes <= end - place) {
      taken_.emplace_hint(next, place, bytes);
      untouched_ = std::max(untouched_, place + bytes);
      return place;
    }
    if (next == taken_.end()) return std::nullopt;
    gap = next->first + rounded(next->second);
    ++next;
  }
}

bool Allocator::resize(std::uint64_t offset, std::uint64_t bytes) {
  const auto found = taken_.find(offset);
  if (found == taken_.end() || bytes == 0) return false;
  const auto next = std::next(found);
  const std::uint64_t end = next == taken_.end() ? bytes_ : next->first;
  if (bytes > end - offset) return false;
  found->second = bytes;
  untouched_ = std::max(untouched_, offset + bytes);
  return true;
}

bool Allocator::release(std::uint64_t offset) {
  return taken_.erase(offset) != 0;
}

std::uint64_t Allocator::size_of(std::uint64_t offset) const noexcept {
  const auto found = taken_.find(offset);
  return found == taken_.end() ? 0 : found->second;
}

std::optional<std::uint64_t> Allocator::holder_of(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  const auto next = taken_.upper_bound(offset);
  if (next == taken_.begin()) return std::nullopt;
  const auto [begin, length] = *std::prev(next);
  const std::uint64_t within = offset - begin;
  return within < length && bytes <= length - within ? std::optional(begin) : std::nullopt;
}

}  // namespace penstock::shmem
