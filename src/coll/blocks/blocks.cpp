#include "coll/blocks/blocks.hpp"

#include <algorithm>

namespace penstock::coll {

Blocks::Blocks(const proto::Buffer& first, std::span<const std::uint64_t> counts)
    : Blocks(first, static_cast<int>(counts.size())) {
  for (std::size_t i = 0; i < counts.size(); ++i) first_[i + 1] = first_[i] + counts[i];
}

Blocks Blocks::equal(const proto::Buffer& first, std::uint64_t count, int ranks) {
  Blocks blocks(first, ranks);
  for (std::size_t i = 0; i < blocks.first_.size(); ++i) blocks.first_[i] = i * count;
  return blocks;
}

Blocks Blocks::even(const proto::Buffer& buffer, int ranks) {
  Blocks blocks(buffer, ranks);
  const std::uint64_t share = buffer.count / static_cast<std::uint64_t>(ranks);
  const std::uint64_t rest = buffer.count % static_cast<std::uint64_t>(ranks);
  for (std::size_t i = 0; i < blocks.first_.size(); ++i) blocks.first_[i] = i * share + std::min<std::uint64_t>(i, rest);
  return blocks;
}

proto::Buffer Blocks::span(int first, int count) const noexcept {
  const auto begin = first_.begin() + first;
  const std::int64_t offset = static_cast<std::int64_t>(*begin) * base_.layout->extent();
  return {static_cast<std::byte*>(base_.address) + offset, begin[count] - *begin, base_.layout};
}

proto::Buffer Blocks::all() const noexcept {
  return {base_.address, first_.back(), base_.layout};
}

Blocks Blocks::at(const proto::Buffer& buffer) const {
  Blocks blocks = *this;
  blocks.base_ = buffer;
  return blocks;
}

void hand_out_blocks(Schedule& schedule, const Blocks& blocks, const proto::Buffer& own, Step ready, std::uint32_t message) {
  for (int i = 0; i < schedule.team().size; ++i) {
    const proto::Buffer block = blocks.of(i);
    if (block.bytes() == 0) continue;
    if (i == 0) {
      if (own.address != block.address) schedule.copy(own, block, {ready});
    } else {
      schedule.send(block, i, message, {ready});
    }
  }
}

// Operands come in the order in which the others send them, rank - 1 first; where the order counts, one after another in rank
// order, so that every block is put together in the same way.
Fold fold_block(Schedule& schedule, const Reduction& reduction, const Blocks& operand, const proto::Buffer& given,
                std::vector<Step>* sent) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const proto::Buffer mine = operand.of(rank);
  sent->assign(static_cast<std::size_t>(n), kNoStep);
  const auto send_to = [&](int to) {
    const proto::Buffer theirs = operand.of(to);
    if (theirs.bytes() != 0) (*sent)[static_cast<std::size_t>(to)] = schedule.send(theirs, to, 0);
  };
  if (!reduction.commutative && mine.bytes() != 0) {
    for (int s = 1; s < n; ++s) send_to((rank + s) % n);
    return fold_in_order(schedule, reduction, mine, false, given, 0);
  }
  Fold fold(schedule, reduction, mine);
  if (given.layout != nullptr) fold.give(given);
  for (int s = 1; s < n; ++s) {
    send_to((rank + s) % n);
    if (mine.bytes() == 0) continue;
    const Fold::Operand place = fold.take();
    fold.append(place, fold.recv(place, (rank - s + n) % n, 0));
  }
  return fold;
}

}  // namespace penstock::coll
