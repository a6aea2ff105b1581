// Buffers of tests: elements in any layout, among bytes that must stay unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "proto/layout/layout.hpp"

namespace penstock::coll::testing {

// An element that records its origin, and an operand of reductions.
struct Cell {
  std::uint64_t factor = 0, offset = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};
[[nodiscard]] Cell cell(int rank, int part, std::size_t i) noexcept;
inline constexpr Cell kUntouched{0x5a5a5a5a5a5a5a5aU, 0x5a5a5a5a5a5a5a5aU};

// The first operation commutes; the second composes affine maps and does not.
[[nodiscard]] Cell add(Cell left, Cell right) noexcept;
[[nodiscard]] Cell compose(Cell left, Cell right) noexcept;

// The first layout is contiguous; cells of the second begin below their address, lie apart and have a lower bound of their own.
[[nodiscard]] const proto::Layout& dense_cells();
[[nodiscard]] const proto::Layout& spread_cells();

// `count` cells, untouched at first.
class Cells {
 public:
  Cells(const proto::Layout& layout, std::size_t count);

  void set(std::size_t i, Cell cell);
  [[nodiscard]] Cell get(std::size_t i) const;
  [[nodiscard]] proto::Buffer buffer(std::size_t first, std::size_t count);
  // Returns an empty string if the cells are `wanted` and all bytes between them untouched, otherwise the first fault.
  [[nodiscard]] std::string differs_from(const std::vector<Cell>& wanted) const;

 private:
  [[nodiscard]] std::size_t place(std::size_t i) const noexcept;

  const proto::Layout& layout_;
  std::size_t count_;
  std::vector<std::byte> memory_;
};

// The places of several ranks' parts in one buffer.
struct Placement {
  std::vector<std::size_t> counts;
  std::vector<std::size_t> firsts;
  std::size_t total = 0;

  // The parts lie one after another.
  static Placement equal(int parts, std::size_t count);
  // The parts lie in reverse order, with a cell between them.
  static Placement of_counts(const std::vector<std::size_t>& counts);
};
// Returns lengths about `count`; every third part is empty.
[[nodiscard]] std::vector<std::size_t> uneven_counts(int parts, std::size_t count);

}  // namespace penstock::coll::testing
