// Where allocations of a symmetric heap lie. All PEs make the same calls in the same order, so all get the same places.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace penstock::shmem {

// Offsets alone: it never looks at the memory, which other PEs write. Not thread-safe. Memory and time grow with the number of
// allocations (the first gap that is large enough is taken), and with nothing else.
class Allocator {
 public:
  static constexpr std::uint64_t kAlign = 64;  // of every allocation, at least

  explicit Allocator(std::uint64_t bytes) noexcept : bytes_(bytes) {}

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

  std::uint64_t bytes_;
  std::uint64_t untouched_ = 0;
  std::map<std::uint64_t, std::uint64_t> taken_;  // offset -> bytes as asked for
};

}  // namespace penstock::shmem
