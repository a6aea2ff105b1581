// Where allocations of a symmetric heap lie. All PEs make the same calls in the same order, so all get the same places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace penstock::shmem {

// Offsets alone: it never looks at the memory, which other PEs write. Not thread-safe. The smallest gap is taken that is large
// enough, in logarithmic time; where alignment leaves only gaps that it may not fit, all of these are tried. Memory grows with
// the number of allocations, and with nothing else.
class Allocator {
 public:
  static constexpr std::uint64_t kAlign = 64;  // of every allocation, at least

  explicit Allocator(std::uint64_t bytes) : bytes_(bytes) { add_gap(0, bytes); }

  // Empty: there is no gap of that size. `alignment` is a power of 2; `bytes` is not 0.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes, std::uint64_t alignment);
  // The same place for another size, if it can stay there.
  bool resize(std::uint64_t offset, std::uint64_t bytes);
  // False: nothing begins there.
  bool release(std::uint64_t offset);
  // As asked for; 0: nothing begins there.
  [[nodiscard]] std::uint64_t size_of(std::uint64_t offset) const noexcept;
  // Where the allocation begins that holds all of [offset, offset + bytes); empty: there is none.
  [[nodiscard]] std::optional<std::uint64_t> holder_of(std::uint64_t offset, std::uint64_t bytes) const noexcept;
  // What was never handed out begins here: it is as the system gave it.
  [[nodiscard]] std::uint64_t untouched() const noexcept { return untouched_; }
  [[nodiscard]] std::size_t allocations() const noexcept { return taken_.size(); }

 private:
  [[nodiscard]] static std::uint64_t rounded(std::uint64_t bytes) noexcept { return (bytes + kAlign - 1) / kAlign * kAlign; }

  using Gaps = std::map<std::uint64_t, std::uint64_t>;  // offset -> end

  // Of an allocation: where a gap behind it may begin, or the heap ends.
  [[nodiscard]] std::uint64_t end_of(std::uint64_t offset, std::uint64_t bytes) const noexcept {
    return std::min(offset + rounded(bytes), bytes_);
  }
  void add_gap(std::uint64_t begin, std::uint64_t end);
  void remove_gap(Gaps::iterator gap);
  // The gap to take, which holds as much from a multiple of `step` on; end(): there is none.
  [[nodiscard]] Gaps::iterator find_gap(std::uint64_t bytes, std::uint64_t step);

  std::uint64_t bytes_;
  std::uint64_t untouched_ = 0;
  std::map<std::uint64_t, std::uint64_t> taken_;               // offset -> bytes as asked for
  Gaps gaps_;                                                  // none beside another; they begin at multiples of kAlign
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_size_;  // of each gap: bytes, offset
};

}  // namespace penstock::shmem
