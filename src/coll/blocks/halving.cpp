#include "coll/blocks/halving.hpp"

#include <algorithm>

namespace penstock::coll {

Places::Places(const Team& team, int kept) noexcept : kept_(kept) {
  while (count_ <= team.size / 2) count_ *= 2;
  pairs_ = team.size - count_;
  const bool paired = team.rank < 2 * pairs_;
  partner_ = paired ? team.rank ^ 1 : -1;
  mine_ = place_of(team.rank);
  if (rank_of(mine_) != team.rank) mine_ = -1;
}

int Places::rank_of(int place) const noexcept {
  if (place >= pairs_) return place + pairs_;
  return 2 * place == kept_ ? kept_ : 2 * place + 1;
}

Halving::Halving(Schedule& schedule, const Reduction& reduction, const Places& places, const Blocks& blocks, Halves halves,
                 Step ready)
    : schedule_(schedule),
      reduction_(reduction),
      places_(places),
      blocks_(blocks),
      halves_(halves),
      ready_(ready),
      held_(places.count()) {}

std::vector<int> Halving::bits() const {
  std::vector<int> bits;
  for (int bit = 1; bit < places_.count(); bit *= 2) bits.push_back(bit);
  if (halves_ == Halves::kOwnBlock) std::ranges::reverse(bits);
  return bits;
}

void Halving::reduce() {
  std::size_t level = 0;
  for (const int bit : bits()) halve(level++, bit);
}

// Operands of one level arrive while those of the one before are folded.
void Halving::halve(std::size_t level, int bit) {
  const int half = held_ / 2;
  const bool upper = (places_.mine() & bit) != 0;
  const int partner = places_.rank_of(places_.mine() ^ bit);
  const auto message = kHalvingMessages + static_cast<std::uint32_t>(level);
  const proto::Buffer kept = blocks_.span(first_ + (upper ? half : 0), half);
  const proto::Buffer given = blocks_.span(first_ + (upper ? 0 : half), half);
  proto::Buffer& place = operands_[level % 2];
  if (place.count < kept.count || place.layout == nullptr) {
    place = make_operand(schedule_, *kept.layout, kept.count);
    freed_[level % 2] = kNoStep;
  }
  const proto::Buffer operand{place.address, kept.count, kept.layout};
  Step received = kNoStep;
  sent_.push_back(kNoStep);
  if (kept.bytes() != 0) received = schedule_.recv(operand, partner, message, {freed_[level % 2]});
  if (given.bytes() != 0) sent_.back() = schedule_.send(given, partner, message, {ready_});
  if (received != kNoStep) freed_[level % 2] = ready_ = fold(kept, operand, received, upper);
  first_ += upper ? half : 0;
  held_ = half;
}

// MPI's functions leave the result in their second operand.
Step Halving::fold(const proto::Buffer& kept, const proto::Buffer& operand, Step received, bool from_below) {
  if (reduction_.commutative || from_below) {
    return schedule_.reduce(reduction_, operand.address, kept.address, kept.count, {received, ready_});
  }
  const Step folded = schedule_.reduce(reduction_, kept.address, operand.address, kept.count, {received, ready_});
  return schedule_.copy(kept, operand, {folded});
}

proto::Buffer Halving::other_half(int bit) const {
  return blocks_.span((places_.mine() & bit) != 0 ? first_ - held_ : first_ + held_, held_);
}

// Received blocks take the place of those that this rank sent on the same level.
void Halving::gather_all() {
  const std::vector<int> order = bits();
  for (std::size_t level = order.size(); level-- > 0;) {
    const int bit = order[level];
    const int partner = places_.rank_of(places_.mine() ^ bit);
    const auto message = kHalvingMessages + static_cast<std::uint32_t>(order.size() + level);
    const proto::Buffer mine = blocks_.span(first_, held_);
    const proto::Buffer theirs = other_half(bit);
    if (mine.bytes() != 0) schedule_.send(mine, partner, message, {ready_});
    const Step all_in = schedule_.join();
    schedule_.order(ready_, all_in);
    schedule_.order(sent_[level], all_in);
    if (theirs.bytes() != 0) schedule_.order(schedule_.recv(theirs, partner, message, {sent_[level]}), all_in);
    ready_ = all_in;
    if ((places_.mine() & bit) != 0) first_ -= held_;
    held_ *= 2;
  }
}

void Halving::gather_to(int root) {
  const std::vector<int> order = bits();
  for (std::size_t level = order.size(); level-- > 0;) {
    const int bit = order[level];
    const int partner = places_.rank_of(places_.mine() ^ bit);
    const auto message = kHalvingMessages + static_cast<std::uint32_t>(order.size() + level);
    const proto::Buffer mine = blocks_.span(first_, held_);
    if ((places_.mine() & bit) != (root & bit)) {
      if (mine.bytes() != 0) schedule_.send(mine, partner, message, {ready_});
      return;
    }
    const proto::Buffer theirs = other_half(bit);
    const Step all_in = schedule_.join();
    schedule_.order(ready_, all_in);
    if (theirs.bytes() != 0) schedule_.order(schedule_.recv(theirs, partner, message, {sent_[level]}), all_in);
    ready_ = all_in;
    if ((places_.mine() & bit) != 0) first_ -= held_;
    held_ *= 2;
  }
}

}  // namespace penstock::coll
