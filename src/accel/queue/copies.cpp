#include "accel/queue/copies.hpp"

#include <algorithm>
#include <bit>

namespace penstock::accel {
namespace {

constexpr unsigned kWidest = 16;

}  // namespace

bool Copies::suits(std::uint64_t destination, std::uint64_t source, std::size_t bytes) const noexcept {
  const unsigned element = 1U << std::countr_zero((destination - source) | kWidest);
  return bytes <= most_bytes_ / (kWidest / element);
}

bool Copies::add(std::uint64_t destination, std::uint64_t source, std::size_t bytes) noexcept {
  if (count_ == kMostCopyParts) return false;
  parts_[count_++] = {destination, source, static_cast<std::uint32_t>(bytes), 0, 0, 0};
  return true;
}

// Between two GPUs a few hundred blocks saturate the link: beyond that each block makes several rounds and leaves
// multiprocessors free.
unsigned Copies::blocks_of(const CopyPart& part) const noexcept {
  const std::uint32_t round = threads_ * kCopyThreadBytes;
  const std::uint32_t wanted = (part.bytes + round - 1) / round;
  return std::min(wanted, std::max(1U, most_blocks_ / count_));
}

Copies::Plan Copies::plan(const Finish& finish) const noexcept {
  Plan out;
  out.arguments.finish = finish;
  out.arguments.count = count_;
  out.threads = threads_;
  for (unsigned i = 0; i < count_; ++i) {
    CopyPart& part = out.arguments.part[i];
    part = parts_[i];
    part.first_block = out.blocks;
    part.blocks = blocks_of(part);
    out.blocks += part.blocks;
  }
  return out;
}

}  // namespace penstock::accel
