#include "runtime/stream_messages.hpp"

#include <new>

namespace penstock::runtime {
namespace {

constexpr std::uint32_t kBoxes = 256;  // of a rank for another one
constexpr std::uint32_t kCards = 1024;
constexpr std::size_t kCardBytes = kCards * sizeof(kernels::MessageCard);

}  // namespace

StreamMessages::StreamMessages(accel::Accel& accel, std::size_t ranks) : ranks_(ranks), pages_(accel) {}

std::uint64_t StreamMessages::bytes() const noexcept {
  return ranks_ * kBoxes * kernels::kMessageBoxBytes;
}

Status StreamMessages::allocate() {
  return pages_.allocate(kCardBytes + ranks_ * kBoxes * kernels::kMostMessageBytes);
}

void StreamMessages::use(std::span<const std::uint64_t> places, std::size_t me) {
  places_.assign(places.begin(), places.end());
  me_ = me;
  free_.resize(ranks_);
  numbers_.resize(ranks_ * kBoxes);
  for (auto& each : free_) {
    for (std::uint32_t box = kBoxes; box-- > 0;) each.push_back(box);
  }
  for (std::uint32_t i = kCards; i-- > 0;) {
    cards_.push_back(new (pages_.data() + i * sizeof(kernels::MessageCard)) kernels::MessageCard);
  }
}

// A number that the box's packets do not have yet.
bool StreamMessages::take(std::size_t to, Box* out) {
  if (to == me_ || free_[to].empty()) return false;
  const std::uint32_t box = free_[to].back();
  free_[to].pop_back();
  std::uint32_t& number = numbers_[to * kBoxes + box];
  if (++number == 0) ++number;
  out->to = to;
  out->place = {box, number};
  out->packets = places_[to] + (me_ * kBoxes + box) * kernels::kMessageBoxBytes;
  out->plain = pages_.data() + kCardBytes + (to * kBoxes + box) * kernels::kMostMessageBytes;
  return true;
}

void StreamMessages::give_back(const Box& box) {
  free_[box.to].push_back(box.place.box);
}

kernels::MessageCard* StreamMessages::take_card() {
  if (cards_.empty()) return nullptr;
  kernels::MessageCard* const card = cards_.back();
  cards_.pop_back();
  return card;
}

void StreamMessages::give_back(kernels::MessageCard* card) {
  cards_.push_back(new (card) kernels::MessageCard);
}

bool StreamMessages::find(std::size_t from, const proto::PromisedPlace& place, std::uint32_t* box) const noexcept {
  if (from == me_ || place.box >= kBoxes || place.number == 0) return false;
  *box = static_cast<std::uint32_t>(from * kBoxes + place.box);
  return true;
}

}  // namespace penstock::runtime
