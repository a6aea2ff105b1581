// An Allocator places the allocations of a symmetric heap. All PEs make the same calls in the same order, so all get the same
// offsets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace penstock::shmem {

// It handles offsets alone and never looks at the memory, which other PEs write. It takes the smallest gap that is large
// enough, in logarithmic time; where alignment leaves only gaps that may not fit, it tries all of these. Its memory grows with
// the number of allocations and with nothing else. It is not thread-safe.
class Allocator {
 public:
  static constexpr std::uint64_t kAlign = 64;  // of every allocation, at least

  explicit Allocator(std::uint64_t bytes) : bytes_(bytes) { add_gap(0, bytes); }

  // Empty: there is no gap of that size. `alignment` is a power of 2; `bytes` is not 0.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes, std::uint64_t alignment);
  // Gives the allocation another size, if it can stay in its place; else it returns false.
  bool resize(std::uint64_t offset, std::uint64_t bytes);
  // False: no allocation begins there.
  bool release(std::uint64_t offset);
  // Returns the size that was asked for; 0: no allocation begins there.
  [[nodiscard]] std::uint64_t size_of(std::uint64_t offset) const noexcept;
  // Returns the beginning of the allocation that holds all of [offset, offset + bytes); empty: there is none.
  [[nodiscard]] std::optional<std::uint64_t> holder_of(std::uint64_t offset, std::uint64_t bytes) const noexcept;
  // No allocation has ever lain behind this offset, so the memory there is as it came from the system.
  [[nodiscard]] std::uint64_t untouched() const noexcept { return untouched_; }
  [[nodiscard]] std::size_t allocations() const noexcept { return taken_.size(); }

 private:
  [[nodiscard]] static std::uint64_t rounded(std::uint64_t bytes) noexcept { return (bytes + kAlign - 1) / kAlign * kAlign; }

  using Gaps = std::map<std::uint64_t, std::uint64_t>;  // offset -> end

  // Returns where a gap behind an allocation may begin, or where the heap ends.
  [[nodiscard]] std::uint64_t end_of(std::uint64_t offset, std::uint64_t bytes) const noexcept {
    return std::min(offset + rounded(bytes), bytes_);
  }
  void add_gap(std::uint64_t begin, std::uint64_t end);
  void remove_gap(Gaps::iterator gap);
  // Returns the gap to take, which holds `bytes` from a multiple of `step` on; end(): there is none.
  [[nodiscard]] Gaps::iterator find_gap(std::uint64_t bytes, std::uint64_t step);

  std::uint64_t bytes_;
  std::uint64_t untouched_ = 0;
  std::map<std::uint64_t, std::uint64_t> taken_;               // offset -> bytes as asked for
  Gaps gaps_;                                                  // none beside another; they begin at multiples of kAlign
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_size_;  // of each gap: bytes, offset
};

}  // namespace penstock::shmem
