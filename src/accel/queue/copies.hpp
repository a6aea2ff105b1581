// Copies gathers small copies so that one kernel makes them together. It makes no driver calls.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "accel/queue/flag.hpp"
#include "accel/queue/queue.hpp"

namespace penstock::accel {

// The copies do not depend on each other and keep the order in which they were added.
class Copies {
 public:
  // `most_bytes` limits a copy that a kernel may make (0: none). Blocks have `threads` threads; there are at most `most_blocks`
  // blocks, or one per copy if that is more.
  Copies(std::uint64_t most_bytes, unsigned threads, unsigned most_blocks)
      : most_bytes_(most_bytes), threads_(threads), most_blocks_(most_blocks) {}

  // Returns true if a kernel should make the copy. The limit is lower if the two sides do not share an alignment of 16 bytes.
  [[nodiscard]] bool suits(std::uint64_t destination, std::uint64_t source, std::size_t bytes) const noexcept;
  // Returns false if there is no room.
  [[nodiscard]] bool add(std::uint64_t destination, std::uint64_t source, std::size_t bytes) noexcept;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] unsigned count() const noexcept { return count_; }
  void clear() noexcept { count_ = 0; }

  [[nodiscard]] const CopyPart& front() const noexcept { return parts_[0]; }

  // A plan is the kernel launch that makes all copies.
  struct Plan {
    CopyArguments arguments;
    unsigned blocks = 0;
    unsigned threads = 0;
  };
  [[nodiscard]] Plan plan(const Finish& finish) const noexcept;

 private:
  [[nodiscard]] unsigned blocks_of(const CopyPart& part) const noexcept;

  std::uint64_t most_bytes_;
  unsigned threads_;
  unsigned most_blocks_;
  unsigned count_ = 0;
  std::array<CopyPart, kMostCopyParts> parts_;
};

}  // namespace penstock::accel
