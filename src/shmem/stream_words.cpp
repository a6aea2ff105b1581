#include "shmem/stream_words.hpp"

#include <algorithm>

namespace penstock::shmem {

using accel::WordOperation;
using Verb = accel::WordOperation::Verb;

void StreamWords::use(std::span<const std::uint64_t> places) {
  places_.assign(places.begin(), places.end());
  counts_.assign(kStreamSlots * places.size(), 0);
}

bool StreamWords::reach(std::span<const int> world) const noexcept {
  return std::ranges::all_of(world, [this](int pe) { return places_[static_cast<std::size_t>(pe)] != 0; });
}

std::uint64_t StreamWords::at(int owner, unsigned slot, int writer, Word word) const noexcept {
  const std::uint64_t cell = slot * places_.size() + static_cast<std::uint64_t>(writer);
  return places_[static_cast<std::size_t>(owner)] + cell * kCell + word * sizeof(std::uint64_t);
}

// Two PEs have met in a slot equally often, whatever teams had the slot: so a count needs no beginning.
bool StreamWords::meet(unsigned slot, std::span<const int> world, int me, std::vector<WordOperation>* out) {
  if (!reach(world)) return false;
  const auto count_with = [&](int pe) -> std::uint64_t& {
    return counts_[slot * places_.size() + static_cast<std::size_t>(pe)];
  };
  for (const int pe : world) {
    if (pe != me) out->push_back({Verb::kWrite, 8, at(pe, slot, me, kCount), ++count_with(pe)});
  }
  for (const int pe : world) {
    if (pe != me) out->push_back({Verb::kAtLeast, 8, at(me, slot, pe, kCount), count_with(pe)});
  }
  return true;
}

// A flag is taken back by who waited for it. Nobody sets it for the next meeting before that, because to leave a meeting all
// members have to have said that they took back the flags of arriving, and to arrive at one those of leaving.
bool StreamWords::meet_again_and_again(unsigned slot, std::span<const int> world, int me,
                                       std::vector<WordOperation>* out) const {
  if (!reach(world)) return false;
  add_flags(slot, world, me, kArrived, out);
  add_flags(slot, world, me, kLeft, out);
  return true;
}

void StreamWords::add_flags(unsigned slot, std::span<const int> world, int me, Word word,
                            std::vector<WordOperation>* out) const {
  for (const int pe : world) {
    if (pe != me) out->push_back({Verb::kWrite, 8, at(pe, slot, me, word), 1});
  }
  for (const int pe : world) {
    if (pe != me) out->push_back({Verb::kEqual, 8, at(me, slot, pe, word), 1});
  }
  for (const int pe : world) {
    if (pe != me) out->push_back({Verb::kWrite, 8, at(me, slot, pe, word), 0});
  }
}

}  // namespace penstock::shmem
