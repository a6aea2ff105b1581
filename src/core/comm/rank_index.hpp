// A map from process numbers to positions in a group, for any set of numbers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace penstock::core {

// The memory grows with the number of members, not with the largest number: processes
// that are spawned later have large numbers.
class RankIndex {
 public:
  static constexpr int kNone = -1;

  // The numbers are at least 0 and distinct.
  explicit RankIndex(std::span<const int> numbers) : count_(numbers.size()) {
    if (numbers.empty()) return;
    first_ = numbers.front();
    bool in_a_row = true;
    for (std::size_t i = 0; i < numbers.size(); ++i) in_a_row = in_a_row && numbers[i] - first_ == static_cast<int>(i);
    if (in_a_row) return;
    slots_.resize(std::bit_ceil(numbers.size() * 2));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      std::size_t at = slot_of(numbers[i]);
      while (slots_[at].rank != kNone) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = {numbers[i], static_cast<int>(i)};
    }
  }

  // Returns kNone if no member has that number.
  [[nodiscard]] int find(int number) const noexcept {
    if (slots_.empty()) {
      const auto offset = static_cast<std::int64_t>(number) - first_;
      return offset >= 0 && offset < static_cast<std::int64_t>(count_) ? static_cast<int>(offset) : kNone;
    }
    for (std::size_t at = slot_of(number); slots_[at].rank != kNone; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].number == number) return slots_[at].rank;
    }
    return kNone;
  }

 private:
  struct Slot {
    int number = 0;
    int rank = kNone;
  };

  // Numbers with a stride would otherwise share their low bits.
  [[nodiscard]] std::size_t slot_of(int number) const noexcept {
    return (static_cast<std::uint32_t>(number) * 0x9E3779B1ULL >> 15) & (slots_.size() - 1);
  }

  int first_ = 0;
  std::size_t count_;
  std::vector<Slot> slots_;  // open addressing, at most half full; empty if the numbers are consecutive
};

}  // namespace penstock::core
