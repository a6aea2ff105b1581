#include "runtime/stream_meetings.hpp"

#include <algorithm>
#include <cstring>

namespace penstock::runtime {

using Verb = accel::WordOperation::Verb;

void StreamMeetings::use(std::span<const std::uint64_t> places) {
  places_.assign(places.begin(), places.end());
  counts_.assign(slots_ * places.size(), 0);
}

bool StreamMeetings::reach(std::span<const int> ranks) const noexcept {
  return std::ranges::all_of(ranks, [this](int rank) { return places_[static_cast<std::size_t>(rank)] != 0; });
}

std::uint64_t StreamMeetings::at(int owner, unsigned slot, int writer, Word word) const noexcept {
  const std::uint64_t cell = slot * places_.size() + static_cast<std::uint64_t>(writer);
  return places_[static_cast<std::size_t>(owner)] + cell * kCell + word * sizeof(std::uint64_t);
}

// Two ranks have met in a slot equally often, whatever teams had the slot: so a count needs no beginning.
bool StreamMeetings::meet(unsigned slot, std::span<const int> ranks, int me, Operations* out) {
  if (!reach(ranks)) return false;
  const auto count_with = [&](int rank) -> std::uint64_t& {
    return counts_[slot * places_.size() + static_cast<std::size_t>(rank)];
  };
  for (const int rank : ranks) {
    if (rank != me) out->push_back({Verb::kWrite, 8, at(rank, slot, me, kCount), ++count_with(rank)});
  }
  for (const int rank : ranks) {
    if (rank != me) out->push_back({Verb::kAtLeast, 8, at(me, slot, rank, kCount), count_with(rank)});
  }
  return true;
}

// A flag is taken back by who waited for it. Nobody sets it for the next meeting before that, because to leave a meeting all
// members have to have said that they took back the flags of arriving, and to arrive at one those of leaving.
bool StreamMeetings::meet_again_and_again(unsigned slot, std::span<const int> ranks, int me, Half half, Operations* out) const {
  if (!reach(ranks)) return false;
  const Word word = half == Half::kArrive ? kArrived : kLeft;
  for (const int rank : ranks) {
    if (rank != me) out->push_back({Verb::kWrite, 8, at(rank, slot, me, word), 1});
  }
  for (const int rank : ranks) {
    if (rank != me) out->push_back({Verb::kEqual, 8, at(me, slot, rank, word), 1});
  }
  for (const int rank : ranks) {
    if (rank != me) out->push_back({Verb::kWrite, 8, at(me, slot, rank, word), 0});
  }
  return true;
}

void StreamMeetings::write_passed(std::byte* words) const noexcept {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const std::uint64_t cell[kCell / sizeof(std::uint64_t)] = {counts_[i], 1, 1};
    std::memcpy(words + i * kCell, cell, sizeof cell);
  }
}

}  // namespace penstock::runtime
