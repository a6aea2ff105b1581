#include "shmem/allocator.hpp"

#include <algorithm>
#include <iterator>

namespace penstock::shmem {

namespace {

constexpr std::uint64_t aligned(std::uint64_t offset, std::uint64_t step) noexcept {
  return (offset + step - 1) / step * step;
}

}  // namespace

void Allocator::add_gap(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  gaps_.emplace(begin, end);
  by_size_.emplace(end - begin, begin);
}

void Allocator::remove_gap(Gaps::iterator gap) {
  by_size_.erase({gap->second - gap->first, gap->first});
  gaps_.erase(gap);
}

// A gap begins at a multiple of kAlign, so one that is longer by `step` - kAlign always fits.
Allocator::Gaps::iterator Allocator::find_gap(std::uint64_t bytes, std::uint64_t step) {
  const auto fits = [&](const std::pair<std::uint64_t, std::uint64_t>& gap) {
    return aligned(gap.second, step) - gap.second + bytes <= gap.first;
  };
  const auto smallest = by_size_.lower_bound({bytes, 0});
  if (smallest == by_size_.end()) return gaps_.end();
  if (fits(*smallest)) return gaps_.find(smallest->second);
  auto found = by_size_.lower_bound({bytes + step - kAlign, 0});
  if (found == by_size_.end()) found = std::find_if(smallest, by_size_.end(), fits);
  return found == by_size_.end() ? gaps_.end() : gaps_.find(found->second);
}

std::optional<std::uint64_t> Allocator::allocate(std::uint64_t bytes, std::uint64_t alignment) {
  const std::uint64_t step = std::max(alignment, kAlign);
  const auto gap = find_gap(bytes, step);
  if (gap == gaps_.end()) return std::nullopt;
  const auto [begin, end] = *gap;
  const std::uint64_t place = aligned(begin, step);
  remove_gap(gap);
  add_gap(begin, place);
  add_gap(end_of(place, bytes), end);
  taken_.emplace(place, bytes);
  untouched_ = std::max(untouched_, place + bytes);
  return place;
}

// An allocation grows into the gap behind it.
bool Allocator::resize(std::uint64_t offset, std::uint64_t bytes) {
  const auto found = taken_.find(offset);
  if (found == taken_.end() || bytes == 0) return false;
  const std::uint64_t own_end = end_of(offset, found->second);
  const auto behind = gaps_.find(own_end);
  const std::uint64_t end = behind == gaps_.end() ? own_end : behind->second;
  if (bytes > end - offset) return false;
  if (behind != gaps_.end()) remove_gap(behind);
  add_gap(end_of(offset, bytes), end);
  found->second = bytes;
  untouched_ = std::max(untouched_, offset + bytes);
  return true;
}

bool Allocator::release(std::uint64_t offset) {
  const auto found = taken_.find(offset);
  if (found == taken_.end()) return false;
  std::uint64_t begin = offset;
  std::uint64_t end = end_of(offset, found->second);
  taken_.erase(found);
  const auto behind = gaps_.lower_bound(begin);
  if (behind != gaps_.begin()) {
    const auto before = std::prev(behind);
    if (before->second == begin) {
      begin = before->first;
      remove_gap(before);
    }
  }
  if (behind != gaps_.end() && behind->first == end) {
    end = behind->second;
    remove_gap(behind);
  }
  add_gap(begin, end);
  return true;
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
