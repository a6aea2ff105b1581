// The expected contents of a buffer, byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "layout.hpp"
#include "memory.hpp"

namespace bench {

using Payload = std::vector<unsigned char>;

// Returns bytes each of which depends on its place and on all three numbers.
[[nodiscard]] Payload pattern(std::size_t bytes, std::uint32_t seed, int rank, int item);
// Adds elements [first, first + count) of the operand of `rank` to a sum: MPI_FLOAT, small whole
// numbers, so that sums are exact.
void add_terms(std::vector<float>* sum, std::uint32_t seed, int rank, std::size_t first);
[[nodiscard]] Payload bytes_of(const std::vector<float>& numbers);

// Items of a layout. Gaps between the blocks of a datatype are part of the picture, because nothing may be written there.
class Picture {
 public:
  Picture(const Layout& layout, std::size_t items);
  void set(std::size_t item, const Payload& payload);

  // Fills the buffer with the picture.
  void put(Buffer& buffer) const;
  // Fills the buffer with the picture, every byte of the payload inverted, so that a byte that does not arrive shows.
  void poison(Buffer& buffer) const;
  // True if the buffer holds the picture. `plant`: one byte is changed first.
  [[nodiscard]] bool found_in(const Buffer& buffer, bool plant) const;

 private:
  const Layout& layout_;
  std::vector<unsigned char> wanted_, poisoned_;
};

}  // namespace bench
