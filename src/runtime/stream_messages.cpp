#include "runtime/stream_messages.hpp"

#include <algorithm>
#include <new>

namespace penstock::runtime {
namespace {

constexpr std::size_t kMostBoxes = 1024;  // of a rank for another one
constexpr std::size_t kAllBoxes = 4096;   // of a rank: 8 MiB, where there are more ranks than four
constexpr std::uint32_t kCards = 2048;
constexpr std::size_t kCardBytes = kCards * sizeof(kernels::MessageCard);

}  // namespace

StreamMessages::StreamMessages(accel::Accel& accel, std::size_t ranks)
    : ranks_(ranks), boxes_each_(static_cast<std::uint32_t>(std::min(kMostBoxes, kAllBoxes / ranks))), pages_(accel) {}

std::uint64_t StreamMessages::bytes() const noexcept {
  return ranks_ * boxes_each_ * kernels::kMessageBoxBytes;
}

Status StreamMessages::allocate() {
  return pages_.allocate(kCardBytes + ranks_ * boxes_each_ * kernels::kMessageBoxBytes);
}

void StreamMessages::use(std::span<const std::uint64_t> places, std::size_t me) {
  places_.assign(places.begin(), places.end());
  me_ = me;
  free_.resize(ranks_);
  numbers_.resize(ranks_ * boxes_each_);
  for (auto& each : free_) {
    for (std::uint32_t box = boxes_each_; box-- > 0;) each.push_back(box);
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
  std::uint32_t& number = numbers_[to * boxes_each_ + box];
  if (++number == 0) ++number;
  out->to = to;
  out->place = {box, number};
  out->packets = places_[to] + (me_ * boxes_each_ + box) * kernels::kMessageBoxBytes;
  out->copy = pages_.data() + kCardBytes + (to * boxes_each_ + box) * kernels::kMessageBoxBytes;
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
  if (from == me_ || place.box >= boxes_each_ || place.number == 0) return false;
  *box = static_cast<std::uint32_t>(from * boxes_each_ + place.box);
  return true;
}

}  // namespace penstock::runtime
