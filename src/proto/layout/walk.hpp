// Walks the bytes of a buffer with any layout in packed order, from any byte on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "proto/layout/cursor.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::proto {

// A position among the repetitions of a plan's runs: its loops, and the elements of a buffer around them. Only its
// start needs divisions, moves need additions.
class PlanCursor {
 public:
  PlanCursor(const PlanView& plan, std::uint64_t count, std::int64_t extent, std::uint64_t first) noexcept {
    for (const Loop& loop : plan.loops) add(loop.count, loop.stride, &first);
    add(count, extent, &first);
  }

  [[nodiscard]] std::int64_t offset() const noexcept { return static_cast<std::int64_t>(offset_); }
  // Returns the repetitions up to the end of the innermost loop, including the current one, and their distance.
  [[nodiscard]] std::uint64_t left() const noexcept { return counts_[0] - index_[0]; }
  [[nodiscard]] std::int64_t stride() const noexcept { return static_cast<std::int64_t>(strides_[0]); }
  // Moves by at most left() repetitions.
  void next(std::uint64_t repetitions) noexcept {
    index_[0] += repetitions;
    offset_ += repetitions * strides_[0];
    for (std::size_t i = 0; index_[i] == counts_[i] && i + 1 < depth_; ++i) {
      offset_ += strides_[i + 1] - index_[i] * strides_[i];
      index_[i] = 0;
      ++index_[i + 1];
    }
  }

 private:
  void add(std::uint64_t count, std::int64_t stride, std::uint64_t* first) noexcept {
    counts_[depth_] = count;
    strides_[depth_] = static_cast<std::uint64_t>(stride);
    index_[depth_] = 0;
    if (*first != 0) {
      index_[depth_] = *first % count;
      *first /= count;
      offset_ += index_[depth_] * strides_[depth_];
    }
    ++depth_;
  }

  std::array<std::uint64_t, kMaxLoops + 1> counts_;   // not initialised: most plans use one entry
  std::array<std::uint64_t, kMaxLoops + 1> strides_;  // unsigned, since intermediate sums may wrap around
  std::array<std::uint64_t, kMaxLoops + 1> index_;
  std::size_t depth_ = 0;
  std::uint64_t offset_ = 0;
};

// Returns the run that contains packed byte `at` of a plan's runs.
[[nodiscard]] inline std::size_t run_at(const PlanView& plan, std::uint64_t at) noexcept {
  const auto later = [](std::uint64_t byte, const Run& run) { return byte < run.start; };
  return static_cast<std::size_t>(std::upper_bound(plan.runs.begin(), plan.runs.end(), at, later) - plan.runs.begin()) - 1;
}

// Returns the entry of a list of pieces that contains its packed byte `at`.
[[nodiscard]] inline std::uint64_t piece_at(const PlanView& plan, const Run& run, std::uint64_t at) noexcept {
  const auto pieces = plan.pieces.subspan(run.first, run.count);
  const auto later = [](std::uint64_t byte, const Piece& piece) { return byte < piece.start; };
  return run.first + static_cast<std::uint64_t>(std::upper_bound(pieces.begin(), pieces.end(), at, later) - pieces.begin()) - 1;
}

// Calls visit(run, offset of its plan, first, bytes) for the runs that packed bytes [first, first + bytes) touch.
template <typename Visit>
void for_each_run(const PlanView& plan, std::int64_t offset, std::uint64_t first, std::uint64_t bytes, Visit&& visit) {
  if (bytes == 0) return;
  for (std::size_t i = run_at(plan, first); bytes > 0; ++i) {
    const Run& run = plan.runs[i];
    const std::uint64_t from = first - run.start;
    const std::uint64_t piece = std::min(run.bytes - from, bytes);
    visit(run, offset, from, piece);
    first += piece;
    bytes -= piece;
  }
}

// Calls visit(offset, bytes) for the contiguous pieces of packed bytes [first, first + bytes) of a shape.
template <typename Visit>
void for_each_piece(const kernels::Strided& shape, std::int64_t offset, std::uint64_t first, std::uint64_t bytes,
                    Visit&& visit) {
  if (shape.dims == 0) return static_cast<void>(visit(offset + static_cast<std::int64_t>(first), bytes));
  Cursor cursor(shape, first);
  while (bytes > 0) {
    const std::uint64_t piece = std::min(shape.block - cursor.within_block(), bytes);
    visit(offset + cursor.offset(), piece);
    cursor.next_bytes(piece);
    bytes -= piece;
  }
}

// Visits the pieces of a run of `plan` in the same way.
template <typename Visit>
void for_each_piece(const PlanView& plan, const Run& run, std::int64_t offset, std::uint64_t first, std::uint64_t bytes,
                    Visit&& visit) {
  offset += run.offset;
  if (run.kind == Run::Kind::kStrided) return for_each_piece(run.shape, offset, first, bytes, visit);
  const bool places = run.kind == Run::Kind::kPlaces;
  const std::uint64_t each = places ? run.bytes / run.count : 0;
  std::uint64_t i = places ? run.first + first / each : piece_at(plan, run, first);
  std::uint64_t from = places ? first % each : first - plan.pieces[i].start;
  for (; bytes > 0; ++i, from = 0) {
    const std::uint64_t whole = places ? each : plan.pieces[i + 1].start - plan.pieces[i].start;
    const std::uint64_t piece = std::min(whole - from, bytes);
    if (places) {
      for_each_piece(run.shape, offset + plan.places[i], from, piece, visit);
    } else {
      visit(offset + plan.pieces[i].offset + static_cast<std::int64_t>(from), piece);
    }
    bytes -= piece;
  }
}

// Calls visit(address, bytes) for each contiguous piece of packed bytes [first, first + bytes) of a buffer.
template <typename Visit>
void for_each_piece(const Buffer& buffer, std::uint64_t first, std::uint64_t bytes, Visit&& visit) {
  if (bytes == 0) return;
  const PlanView plan = buffer.layout->plan();
  const auto address = reinterpret_cast<std::uint64_t>(buffer.address);
  const auto at = [&](std::int64_t offset, std::uint64_t length) {
    visit(address + static_cast<std::uint64_t>(offset), length);
  };
  PlanCursor cursor(plan, buffer.count, buffer.layout->extent(), first / plan.bytes);
  for (std::uint64_t skip = first % plan.bytes; bytes > 0; skip = 0, cursor.next(1)) {
    const std::uint64_t part = std::min(plan.bytes - skip, bytes);
    for_each_run(plan, cursor.offset(), skip, part,
                 [&](const Run& run, std::int64_t offset, std::uint64_t from, std::uint64_t n) {
                   for_each_piece(plan, run, offset, from, n, at);
                 });
    bytes -= part;
  }
}

}  // namespace penstock::proto
