// What a buffer should hold, byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "layout.hpp"
#include "memory.hpp"

namespace bench {

using Payload = std::vector<unsigned char>;

// Every byte depends on its place and on all three numbers.
[[nodiscard]] Payload pattern(std::size_t bytes, std::uint32_t seed, int rank, int item);
// Elements [first, first + count) of what `rank` gives to a sum: MPI_FLOAT, small whole numbers, so that sums are exact.
void add_terms(std::vector<float>* sum, std::uint32_t seed, int rank, std::size_t first);
[[nodiscard]] Payload bytes_of(const std::vector<float>& numbers);

// Items of a layout. Gaps between the blocks of a datatype belong to it: nobody may write there.
class Picture {
 public:
  Picture(const Layout& layout, std::size_t items);
  void set(std::size_t item, const Payload& payload);

  // The buffer holds the picture.
  void put(Buffer& buffer) const;
  // The buffer holds the picture with every byte of the payload inverted, so that each byte that does not arrive shows.
  void poison(Buffer& buffer) const;
  // `plant`: one byte is changed first.
  [[nodiscard]] bool found_in(const Buffer& buffer, bool plant) const;

 private:
  const Layout& layout_;
  std::vector<unsigned char> wanted_, poisoned_;
};

}  // namespace bench
