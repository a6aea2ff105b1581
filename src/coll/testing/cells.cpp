#include "coll/testing/cells.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

namespace penstock::coll::testing {
namespace {

constexpr std::byte kFill{0x5a};
constexpr std::size_t kMargin = 64;

}  // namespace

Cell cell(int rank, int part, std::size_t i) noexcept {
  return {static_cast<std::uint64_t>(rank) * 2 + 3 + static_cast<std::uint64_t>(part) * 1000003,
          static_cast<std::uint64_t>(i) * 7 + static_cast<std::uint64_t>(rank)};
}

Cell add(Cell left, Cell right) noexcept {
  return {left.factor + right.factor, left.offset + right.offset};
}

Cell compose(Cell left, Cell right) noexcept {
  return {left.factor * right.factor, left.offset * right.factor + right.offset};
}

const proto::Layout& dense_cells() {
  static const proto::Layout layout = proto::Layout::bytes(sizeof(Cell));
  return layout;
}

const proto::Layout& spread_cells() {
  static const proto::Layout layout = [] {
    proto::Layout::Part part;
    part.offset = -8;
    part.shape.block = sizeof(Cell);
    return proto::Layout::resized(proto::Layout::of_parts({&part, 1}, sizeof(Cell)), -16, 40);
  }();
  return layout;
}

Cells::Cells(const proto::Layout& layout, std::size_t count)
    : layout_(layout), count_(count), memory_(2 * kMargin + count * static_cast<std::size_t>(layout.extent()), kFill) {}

std::size_t Cells::place(std::size_t i) const noexcept {
  const std::int64_t offset = static_cast<std::int64_t>(i) * layout_.extent() + layout_.first_offset();
  return static_cast<std::size_t>(static_cast<std::int64_t>(kMargin) + offset);
}

void Cells::set(std::size_t i, Cell cell) {
  std::memcpy(memory_.data() + place(i), &cell, sizeof cell);
}

Cell Cells::get(std::size_t i) const {
  Cell cell;
  std::memcpy(&cell, memory_.data() + place(i), sizeof cell);
  return cell;
}

proto::Buffer Cells::buffer(std::size_t first, std::size_t count) {
  return {memory_.data() + kMargin + first * static_cast<std::size_t>(layout_.extent()), count, &layout_};
}

std::string Cells::differs_from(const std::vector<Cell>& wanted) const {
  std::vector<std::byte> rest = memory_;
  for (std::size_t i = 0; i < count_; ++i) {
    const Cell have = get(i);
    if (!(have == wanted[i])) {
      return fmt::format("cell {} of {} is ({}, {}) and should be ({}, {})", i, count_, have.factor, have.offset,
                         wanted[i].factor, wanted[i].offset);
    }
    std::memset(rest.data() + place(i), static_cast<int>(kFill), sizeof(Cell));
  }
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] != kFill) return fmt::format("byte {} lies outside all cells and has changed", i);
  }
  return {};
}

Placement Placement::equal(int parts, std::size_t count) {
  Placement placement;
  for (int i = 0; i < parts; ++i) {
    placement.counts.push_back(count);
    placement.firsts.push_back(static_cast<std::size_t>(i) * count);
  }
  placement.total = static_cast<std::size_t>(parts) * count;
  return placement;
}

Placement Placement::of_counts(const std::vector<std::size_t>& counts) {
  Placement placement{counts, std::vector<std::size_t>(counts.size()), 0};
  for (std::size_t i = counts.size(); i-- > 0;) {
    placement.firsts[i] = placement.total;
    placement.total += counts[i] + 1;
  }
  return placement;
}

std::vector<std::size_t> uneven_counts(int parts, std::size_t count) {
  std::vector<std::size_t> counts;
  for (int i = 0; i < parts; ++i) counts.push_back(i % 3 == 1 ? 0 : count + static_cast<std::size_t>(i) * (count != 0 ? 1 : 0));
  return counts;
}

}  // namespace penstock::coll::testing
