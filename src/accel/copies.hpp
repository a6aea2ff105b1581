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
  // `most_bytes`: of a copy that a kernel moves as fast as the copy engine would (0: none); `most_threads` of a block.
  Copies(std::uint64_t most_bytes, unsigned most_threads) : most_bytes_(most_bytes), most_threads_(most_threads) {}

  // Whether a kernel should move it. Less is allowed where the two sides do not share an alignment of 16 bytes.
  [[nodiscard]] bool suits(std::uint64_t destination, std::uint64_t source, std::size_t bytes) const noexcept;
  // False: it does not fit, or must come after one of the others.
  [[nodiscard]] bool add(std::uint64_t destination, std::uint64_t source, std::size_t bytes) noexcept;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] unsigned count() const noexcept { return count_; }
  void clear() noexcept { count_ = 0; }

  // The shape of the kernel that moves all of them, and its parameters; kParts is 1 (for one copy) or kMostCopyParts.
  [[nodiscard]] unsigned threads() const noexcept;
  [[nodiscard]] unsigned blocks() const noexcept;
  template <unsigned kParts>
  [[nodiscard]] CopyArguments<kParts> arguments(const Finish& finish) const noexcept {
    CopyArguments<kParts> out;
    out.finish = finish;
    out.count = count_;
    lay_out(out.part);
    return out;
  }

 private:
  [[nodiscard]] unsigned blocks_of(const CopyPart& part, unsigned threads) const noexcept;
  void lay_out(CopyPart* out) const noexcept;

  std::uint64_t most_bytes_;
  unsigned most_threads_;
  unsigned count_ = 0;
  std::array<CopyPart, kMostCopyParts> parts_;
};

}  // namespace penstock::accel
