// Data cut into pieces that follow one another along a chain or tree of ranks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

inline constexpr std::uint64_t kPieceBytes = 256 << 10;

// The number of pieces is limited by the numbers of messages.
[[nodiscard]] inline std::uint64_t piece_bytes_of(std::uint64_t total) noexcept {
  const std::uint64_t smallest = (total + Schedule::kMessages - 1) / Schedule::kMessages;
  return std::max(kPieceBytes, (smallest + 4095) / 4096 * 4096);
}

// Returns the number of whole elements in a piece, at least one.
[[nodiscard]] inline std::uint64_t piece_elements_of(const proto::Buffer& data) noexcept {
  const std::uint64_t size = std::max<std::uint64_t>(data.layout->size(), 1);
  return std::max<std::uint64_t>((piece_bytes_of(data.bytes()) + size - 1) / size, 1);
}

// Returns at most `count` elements from the first-th on.
[[nodiscard]] inline proto::Buffer piece_at(const proto::Buffer& data, std::uint64_t first, std::uint64_t count) noexcept {
  auto* address = static_cast<std::byte*>(data.address) + static_cast<std::int64_t>(first) * data.layout->extent();
  return {address, std::min(count, data.count - first), data.layout};
}

// A broadcast is cut by bytes, since ranks may describe the same data by different types. A layout with gaps is therefore
// packed into host memory at the root first, and unpacked on the other ranks at the end.
class PackedData {
 public:
  PackedData(Schedule& schedule, const proto::Buffer& data, bool is_root) : schedule_(schedule), total_(data.bytes()) {
    const bool direct = data.layout->is_contiguous(data.count);
    memory_ = direct ? static_cast<std::byte*>(data.address) : schedule.scratch(total_);
    if (direct) return;
    if (is_root) {
      loaded_ = schedule.copy(schedule.packed(memory_, total_), data);
    } else {
      stored_ = schedule.copy(data, schedule.packed(memory_, total_));
    }
  }

  [[nodiscard]] proto::Buffer at(std::uint64_t first, std::uint64_t bytes) const noexcept {
    return schedule_.packed(memory_ + first, bytes);
  }
  // Returns the step for which the root's sends wait.
  [[nodiscard]] Step loaded() const noexcept { return loaded_; }
  // Called on other ranks: `received` has brought a part of the data.
  void arrived(Step received) {
    if (stored_ != kNoStep) schedule_.order(received, stored_);
  }

 private:
  Schedule& schedule_;
  std::uint64_t total_;
  std::byte* memory_;
  Step loaded_ = kNoStep;
  Step stored_ = kNoStep;
};

}  // namespace penstock::coll
