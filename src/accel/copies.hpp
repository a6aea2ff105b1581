// Small copies kept back so that one kernel moves them together. Pure: no driver.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "accel/accel.hpp"
#include "accel/flag.hpp"

namespace penstock::accel {

// Copies that do not depend on each other, in the order given.
class Copies {
 public:
  // `most_bytes`: of a copy that a kernel may move (0: none). Blocks of `threads` threads, `most_blocks` of them or one for
  // each copy.
  Copies(std::uint64_t most_bytes, unsigned threads, unsigned most_blocks)
      : most_bytes_(most_bytes), threads_(threads), most_blocks_(most_blocks) {}

  // Whether a kernel should move it. Less is allowed where the two sides do not share an alignment of 16 bytes.
  [[nodiscard]] bool suits(std::uint64_t destination, std::uint64_t source, std::size_t bytes) const noexcept;
  // False: it does not fit.
  [[nodiscard]] bool add(std::uint64_t destination, std::uint64_t source, std::size_t bytes) noexcept;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] unsigned count() const noexcept { return count_; }
  void clear() noexcept { count_ = 0; }

  [[nodiscard]] const CopyPart& front() const noexcept { return parts_[0]; }

  // The kernel that moves all of them.
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
