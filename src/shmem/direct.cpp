#include "shmem/direct.hpp"

#include <cstring>

#include "base/copy_small.hpp"

namespace penstock::shmem {
namespace {

// This PE copies to itself; the source may lie at its destination already.
void copy_own(std::byte* to, const std::byte* from, std::uint64_t bytes) {
  if (to != from) std::memmove(to, from, bytes);
}

void copy_block(std::byte* to, const std::byte* from, const Blocks& blocks) {
  if (blocks.flat()) {
    std::memcpy(to, from, blocks.count * blocks.size);
    return;
  }
  for (std::uint64_t i = 0; i < blocks.count; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i * blocks.size);
    base::copy_small(to + at * blocks.dest_stride, from + at * blocks.source_stride, blocks.size);
  }
}

// It visits each other member, beginning behind this one, so that not all write to the same.
template <typename Visit>
void visit_others(const Team& team, const Visit& visit) {
  for (int i = team.rank() + 1; i < team.size(); ++i) visit(i);
  for (int i = 0; i < team.rank(); ++i) visit(i);
}

}  // namespace

Status store_blocks(Team& team, std::byte* dest, const std::byte* source, const Blocks& blocks) {
  const std::uint64_t step = blocks.count * blocks.size;
  const std::uint64_t at = static_cast<std::uint64_t>(team.rank()) * step * static_cast<std::uint64_t>(blocks.dest_stride);
  const auto block_for = [&](int member) {
    return source + static_cast<std::uint64_t>(member) * step * static_cast<std::uint64_t>(blocks.source_stride);
  };
  visit_others(team, [&](int i) { copy_block(team.place(dest, i) + at, block_for(i), blocks); });
  copy_block(dest + at, block_for(team.rank()), blocks);
  return team.barrier();
}

Status store_at_all(Team& team, std::byte* dest, std::uint64_t at, const std::byte* source, std::uint64_t bytes) {
  if (bytes != 0) {
    visit_others(team, [&](int i) { std::memcpy(team.place(dest, i) + at, source, bytes); });
    copy_own(dest + at, source, bytes);
  }
  return team.barrier();
}

}  // namespace penstock::shmem
