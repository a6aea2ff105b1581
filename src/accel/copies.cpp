#include "accel/copies.hpp"

#include <algorithm>
#include <bit>

namespace penstock::accel {
namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kWidest = 16;

bool overlap(std::uint64_t one, std::uint64_t one_bytes, std::uint64_t other, std::uint64_t other_bytes) {
  return one < other + other_bytes && other < one + one_bytes;
}

}  // namespace

bool Copies::suits(std::uint64_t destination, std::uint64_t source, std::size_t bytes) const noexcept {
  const unsigned element = 1U << std::countr_zero((destination - source) | kWidest);
  return bytes <= most_bytes_ / (kWidest / element);
}

bool Copies::add(std::uint64_t destination, std::uint64_t source, std::size_t bytes) noexcept {
  if (count_ == kMostCopyParts) return false;
  for (unsigned i = 0; i < count_; ++i) {
    const CopyPart& other = parts_[i];
    if (overlap(destination, bytes, other.destination, other.bytes) || overlap(destination, bytes, other.source, other.bytes) ||
        overlap(source, bytes, other.destination, other.bytes)) {
      return false;
    }
  }
  parts_[count_++] = {destination, source, static_cast<std::uint32_t>(bytes), 0, 0, 0};
  return true;
}

// A thread has one load in flight before it has four: small copies are a matter of latency.
unsigned Copies::threads() const noexcept {
  std::uint32_t largest = 0;
  for (unsigned i = 0; i < count_; ++i) largest = std::max(largest, parts_[i].bytes);
  const std::uint32_t loads = (largest + kWidest - 1) / kWidest;
  return std::min(most_threads_, (loads + kWarp - 1) / kWarp * kWarp);
}

unsigned Copies::blocks_of(const CopyPart& part, unsigned threads) const noexcept {
  const std::uint32_t tile = threads * kCopyThreadBytes;
  return (part.bytes + tile - 1) / tile;
}

unsigned Copies::blocks() const noexcept {
  const unsigned each = threads();
  unsigned sum = 0;
  for (unsigned i = 0; i < count_; ++i) sum += blocks_of(parts_[i], each);
  return sum;
}

void Copies::lay_out(CopyPart* out) const noexcept {
  const unsigned each = threads();
  std::uint32_t first = 0;
  for (unsigned i = 0; i < count_; ++i) {
    out[i] = parts_[i];
    out[i].first_block = first;
    out[i].blocks = blocks_of(parts_[i], each);
    first += out[i].blocks;
  }
}

}  // namespace penstock::accel
