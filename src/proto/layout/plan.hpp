// One element of a datatype, flattened: runs of bytes in packed order, and the loops that repeat them all. It is used by the
// host's mover, the GPU's kernels, collectives and one-sided transfers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/copy/strided.hpp"

namespace penstock::proto {

// Contiguous bytes of a list.
struct Piece {
  std::int64_t offset = 0;
  std::uint64_t start = 0;  // packed bytes of the pieces before it in its list
  bool operator==(const Piece&) const = default;
};

// Bytes that one shape or one list describes. All offsets count from the buffer's address.
struct Run {
  enum class Kind : std::uint8_t {
    kStrided,  // `shape`, at `offset`
    kPlaces,   // `shape` at each of `count` places from places[first] on, `offset` added
    kPieces,   // `count` pieces from pieces[first] on, `offset` added; one more entry marks the end of the last piece
  };
  std::int64_t offset = 0;
  kernels::Strided shape;  // base unused
  Kind kind = Kind::kStrided;
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  std::uint64_t start = 0;  // packed bytes of the runs before it
  std::uint64_t bytes = 0;  // its packed bytes
};

// Repeats all runs `count` times, `stride` bytes apart.
struct Loop {
  std::uint64_t count = 1;
  std::int64_t stride = 0;
  bool operator==(const Loop&) const = default;
};

// The most nested loops, besides the dimensions of a shape.
inline constexpr std::size_t kMaxLoops = 16;

// The contents of a plan, independent of its owner.
struct PlanView {
  std::span<const Run> runs;
  std::span<const std::int64_t> places;
  std::span<const Piece> pieces;
  std::span<const Loop> loops;  // the innermost one first, at most kMaxLoops
  std::uint64_t bytes = 0;      // packed bytes of the runs, once

  // Returns the offset of the first byte in packed order. The plan is not empty.
  [[nodiscard]] std::int64_t first_offset() const noexcept;
};

struct Plan {
  std::vector<Run> runs;
  std::vector<std::int64_t> places;
  std::vector<Piece> pieces;
  std::vector<Loop> loops;
  std::uint64_t bytes = 0;

  [[nodiscard]] PlanView view() const noexcept { return {runs, places, pieces, loops, bytes}; }
  // Compares contents, so that equal types are found to be equal.
  [[nodiscard]] bool operator==(const Plan& other) const noexcept;
  [[nodiscard]] std::size_t hash() const noexcept;
};

// Repeats the whole of `plan` `count` times, `stride` bytes apart: within the shape if there is one with a free dimension, else
// as a loop. Returns false (and leaves *plan unchanged) if kMaxLoops are not enough.
[[nodiscard]] bool repeat_plan(Plan* plan, std::uint64_t count, std::int64_t stride);

// The lowest byte and one past the highest byte, relative to the buffer's address. The plan is not empty.
struct Reach {
  std::int64_t low = 0;
  std::int64_t high = 0;
};
[[nodiscard]] Reach reach_of(const PlanView& plan) noexcept;

// Makes a plan of runs added in packed order: adjacent runs are merged, equal shapes become a list of places, and lists with
// equal distances become a shape. Most descriptions of equal layouts give the same plan.
class PlanBuilder {
 public:
  // Plans with more entries are refused.
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24;

  void add(std::int64_t offset, const kernels::Strided& shape);
  // Adds all of `plan`, with its loops expanded to runs.
  void add(std::int64_t offset, const PlanView& plan);
  // size() returns the entries so far, size_of() the most that a plan would add.
  [[nodiscard]] std::uint64_t size() const noexcept { return runs_.size() + places_.size() + lengths_.size(); }
  [[nodiscard]] static std::uint64_t size_of(const PlanView& plan) noexcept;

  // Returns the plan and empties the builder.
  [[nodiscard]] Plan finish();

 private:
  struct Length {
    std::int64_t offset;
    std::uint64_t bytes;
  };
  void add_once(std::int64_t offset, const PlanView& plan);
  void add_block(std::int64_t offset, std::uint64_t bytes);
  void add_shape(std::int64_t offset, const kernels::Strided& shape);
  void start_run(std::int64_t offset, const kernels::Strided& shape);
  void to_places(Run* run);
  void to_pieces(Run* run);
  bool lengthen_last(std::int64_t offset, std::uint64_t bytes);
  void finish_places(Run run, std::span<const std::int64_t> places, Plan* plan) const;
  void finish_pieces(Run run, std::span<const Length> pieces, Plan* plan) const;

  std::vector<Run> runs_;
  std::vector<std::int64_t> places_;
  std::vector<Length> lengths_;
};

}  // namespace penstock::proto
