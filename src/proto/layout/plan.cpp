#include "proto/layout/plan.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "proto/layout/shape.hpp"

namespace penstock::proto {
namespace {

using kernels::Strided;

// A list of at least this many places is not converted to pieces for one block of another length, and so
// few pieces are not cut into shorter blocks.
constexpr std::uint64_t kShortList = 16;

std::size_t mix(std::size_t seed, std::uint64_t value) noexcept {
  return seed ^ (std::hash<std::uint64_t>{}(value) + 0x9e3779b97f4a7c15 + (seed << 6) + (seed >> 2));
}

bool same_shape(const Strided& a, const Strided& b) noexcept {
  if (a.block != b.block || a.dims != b.dims) return false;
  return std::equal(a.count, a.count + a.dims, b.count) && std::equal(a.stride, a.stride + a.dims, b.stride);
}

bool same_run(const Run& a, const Run& b) noexcept {
  return a.offset == b.offset && a.kind == b.kind && a.first == b.first && a.count == b.count && a.bytes == b.bytes &&
         same_shape(a.shape, b.shape);
}

void widen(Reach* reach, std::int64_t low, std::int64_t high) noexcept {
  reach->low = std::min(reach->low, low);
  reach->high = std::max(reach->high, high);
}

// Returns how many of the first places have equal distances.
std::size_t even_prefix(std::span<const std::int64_t> places, std::size_t step) noexcept {
  const std::size_t count = places.size() / step;
  std::size_t even = std::min<std::size_t>(count, 2);
  while (even < count && places[even * step] - places[(even - 1) * step] == places[step] - places[0]) ++even;
  return even;
}

// Tells if each group of `even` places is like the first one.
bool groups_alike(std::span<const std::int64_t> places, std::size_t step, std::size_t even) noexcept {
  const std::size_t count = places.size() / step;
  for (std::size_t i = even; i < count; ++i) {
    const std::size_t within = i % even;
    if (places[i * step] - places[(i - within) * step] != places[within * step] - places[0]) return false;
  }
  return true;
}

// Adds places that nested loops would produce to the shape. Returns false (and leaves
// *shape invalid) if loops cannot produce them.
bool as_loops(std::span<const std::int64_t> places, Strided* shape) {
  for (std::size_t step = 1; step < places.size();) {
    const std::size_t even = even_prefix(places, step);
    if (places.size() / step % even != 0 || !groups_alike(places, step, even)) return false;
    if (!repeat_shape(shape, even, places[step] - places[0])) return false;
    step *= even;
  }
  return true;
}

// Small pieces of unpredictable lengths are moved faster as more blocks of one length: one such piece costs as much as ten
// blocks, and a place needs half the memory.
template <typename Pieces>
bool as_blocks(const Pieces& pieces, std::uint64_t* block) {
  constexpr std::uint64_t kLongest = 64;
  constexpr std::uint64_t kMostForOne = 6;
  std::uint64_t sum = 0;
  *block = 0;
  for (const auto& piece : pieces) {
    *block = std::gcd(*block, piece.bytes);
    sum += piece.bytes;
  }
  const std::uint64_t blocks = sum / *block;
  if (blocks == pieces.size()) return true;
  return pieces.size() >= kShortList && *block <= kLongest && blocks <= kMostForOne * pieces.size();
}

}  // namespace

std::int64_t PlanView::first_offset() const noexcept {
  const Run& run = runs.front();
  switch (run.kind) {
    case Run::Kind::kStrided: return run.offset;
    case Run::Kind::kPlaces: return run.offset + places[run.first];
    case Run::Kind::kPieces: return run.offset + pieces[run.first].offset;
  }
  return run.offset;
}

bool Plan::operator==(const Plan& other) const noexcept {
  return places == other.places && pieces == other.pieces && loops == other.loops &&
         std::equal(runs.begin(), runs.end(), other.runs.begin(), other.runs.end(), same_run);
}

std::size_t Plan::hash() const noexcept {
  std::size_t out = mix(bytes, runs.size());
  for (const Run& run : runs) out = mix(mix(out, static_cast<std::uint64_t>(run.offset)), run.shape.block);
  for (const std::int64_t place : places) out = mix(out, static_cast<std::uint64_t>(place));
  for (const Piece& piece : pieces) out = mix(mix(out, static_cast<std::uint64_t>(piece.offset)), piece.start);
  for (const Loop& loop : loops) out = mix(mix(out, loop.count), static_cast<std::uint64_t>(loop.stride));
  return out;
}

bool repeat_plan(Plan* plan, std::uint64_t count, std::int64_t stride) {
  if (count == 1 || plan->runs.empty()) return true;
  Run& only = plan->runs.front();
  const bool one_shape = plan->runs.size() == 1 && only.kind == Run::Kind::kStrided && plan->loops.empty();
  if (one_shape && repeat_shape(&only.shape, count, stride)) {
    plan->bytes = only.bytes = only.shape.packed_bytes();
    return true;
  }
  if (!plan->loops.empty()) {
    Loop& top = plan->loops.back();
    if (static_cast<Wide>(top.stride) * static_cast<Wide>(top.count) == stride) {
      top.count *= count;
      return true;
    }
  }
  if (plan->loops.size() == kMaxLoops) return false;
  plan->loops.push_back({count, stride});
  return true;
}

Reach reach_of(const PlanView& plan) noexcept {
  Reach reach{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
  for (const Run& run : plan.runs) {
    const Footprint foot = footprint(run.shape);
    if (run.kind == Run::Kind::kStrided) widen(&reach, run.offset + foot.low, run.offset + foot.high);
    for (std::uint64_t i = run.first; run.kind == Run::Kind::kPlaces && i < run.first + run.count; ++i) {
      widen(&reach, run.offset + plan.places[i] + foot.low, run.offset + plan.places[i] + foot.high);
    }
    for (std::uint64_t i = run.first; run.kind == Run::Kind::kPieces && i < run.first + run.count; ++i) {
      const std::int64_t begin = run.offset + plan.pieces[i].offset;
      widen(&reach, begin, begin + static_cast<std::int64_t>(plan.pieces[i + 1].start - plan.pieces[i].start));
    }
  }
  for (const Loop& loop : plan.loops) {
    const std::int64_t last = static_cast<std::int64_t>(loop.count - 1) * loop.stride;
    (last < 0 ? reach.low : reach.high) += last;
  }
  return reach;
}

std::uint64_t PlanBuilder::size_of(const PlanView& plan) noexcept {
  Wide entries = 0;
  for (const Run& run : plan.runs) entries += run.count;
  for (const Loop& loop : plan.loops) {
    entries *= loop.count;
    if (entries > kMost) return kMost + 1;
  }
  return static_cast<std::uint64_t>(std::min<Wide>(entries, kMost + 1));
}

void PlanBuilder::add(std::int64_t offset, const Strided& shape) {
  if (shape.dims == 0) return add_block(offset, shape.block);
  add_shape(offset, shape);
}

void PlanBuilder::add(std::int64_t offset, const PlanView& plan) {
  std::array<std::uint64_t, kMaxLoops> index{};
  const std::size_t depth = plan.loops.size();
  while (true) {
    add_once(offset, plan);
    std::size_t i = 0;
    for (; i < depth; ++i) {
      offset += plan.loops[i].stride;
      if (++index[i] < plan.loops[i].count) break;
      offset -= static_cast<std::int64_t>(plan.loops[i].count) * plan.loops[i].stride;
      index[i] = 0;
    }
    if (i == depth) return;
  }
}

void PlanBuilder::add_once(std::int64_t offset, const PlanView& plan) {
  for (const Run& run : plan.runs) {
    const std::int64_t origin = offset + run.offset;
    if (run.kind == Run::Kind::kStrided) add(origin, run.shape);
    for (std::uint64_t i = run.first; run.kind == Run::Kind::kPlaces && i < run.first + run.count; ++i) {
      add(origin + plan.places[i], run.shape);
    }
    for (std::uint64_t i = run.first; run.kind == Run::Kind::kPieces && i < run.first + run.count; ++i) {
      add_block(origin + plan.pieces[i].offset, plan.pieces[i + 1].start - plan.pieces[i].start);
    }
  }
}

void PlanBuilder::start_run(std::int64_t offset, const Strided& shape) {
  Run run;
  run.offset = offset;
  run.shape = shape;
  runs_.push_back(run);
}

void PlanBuilder::to_places(Run* run) {
  run->kind = Run::Kind::kPlaces;
  run->first = places_.size();
  places_.push_back(std::exchange(run->offset, 0));
}

void PlanBuilder::to_pieces(Run* run) {
  const std::uint64_t block = run->shape.block;
  if (run->kind == Run::Kind::kStrided) to_places(run);
  const std::uint64_t first = std::exchange(run->first, lengths_.size());
  for (std::uint64_t i = first; i < first + run->count; ++i) lengths_.push_back({places_[i], block});
  places_.resize(first);
  run->kind = Run::Kind::kPieces;
  run->shape = {};
}

// Adds bytes that follow the last block. If that is the last of several places of equal blocks, it is first split from them.
bool PlanBuilder::lengthen_last(std::int64_t offset, std::uint64_t bytes) {
  Run& last = runs_.back();
  const auto after = [](std::int64_t begin, std::uint64_t length) { return begin + static_cast<std::int64_t>(length); };
  switch (last.kind) {
    case Run::Kind::kStrided:
      if (after(last.offset, last.shape.block) != offset) return false;
      last.shape.block += bytes;
      return true;
    case Run::Kind::kPieces:
      if (after(lengths_.back().offset, lengths_.back().bytes) != offset) return false;
      lengths_.back().bytes += bytes;
      return true;
    case Run::Kind::kPlaces: break;
  }
  const std::int64_t place = places_.back();
  const std::uint64_t block = last.shape.block;
  if (after(place, block) != offset) return false;
  places_.pop_back();
  if (--last.count == 1) {
    last.kind = Run::Kind::kStrided;
    last.offset = places_.back();
    places_.pop_back();
  }
  add_block(place, block + bytes);
  return true;
}

void PlanBuilder::add_block(std::int64_t offset, std::uint64_t bytes) {
  const Strided block = contiguous(0, bytes);
  if (runs_.empty() || runs_.back().shape.dims != 0) return start_run(offset, block);
  if (lengthen_last(offset, bytes)) return;
  Run& last = runs_.back();
  const bool equal = last.kind != Run::Kind::kPieces && last.shape.block == bytes;
  if (equal) return add_shape(offset, block);
  if (last.kind == Run::Kind::kPlaces && last.count >= kShortList) return start_run(offset, block);
  if (last.kind != Run::Kind::kPieces) to_pieces(&last);
  lengths_.push_back({offset, bytes});
  ++last.count;
}

void PlanBuilder::add_shape(std::int64_t offset, const Strided& shape) {
  const bool again = !runs_.empty() && runs_.back().kind != Run::Kind::kPieces && same_shape(runs_.back().shape, shape);
  if (!again) return start_run(offset, shape);
  Run& last = runs_.back();
  if (last.kind == Run::Kind::kStrided) to_places(&last);
  places_.push_back(offset);
  ++last.count;
}

void PlanBuilder::finish_places(Run run, std::span<const std::int64_t> places, Plan* plan) const {
  Run shaped = run;
  run.bytes = run.shape.packed_bytes() * places.size();
  if (as_loops(places, &shaped.shape)) {
    run.shape = shaped.shape;
    run.kind = Run::Kind::kStrided;
    run.offset += places.front();
    run.first = 0;
    run.count = 1;
  } else {
    run.kind = Run::Kind::kPlaces;
    run.first = plan->places.size();
    run.count = places.size();
    plan->places.insert(plan->places.end(), places.begin(), places.end());
  }
  plan->runs.push_back(run);
}

void PlanBuilder::finish_pieces(Run run, std::span<const Length> pieces, Plan* plan) const {
  std::uint64_t block = 0;
  if (as_blocks(pieces, &block)) {
    std::vector<std::int64_t> places;
    for (const Length& piece : pieces) {
      for (std::uint64_t at = 0; at < piece.bytes; at += block) places.push_back(piece.offset + static_cast<std::int64_t>(at));
    }
    run.shape = contiguous(0, block);
    return finish_places(run, places, plan);
  }
  run.first = plan->pieces.size();
  run.bytes = 0;
  for (const Length& piece : pieces) {
    plan->pieces.push_back({piece.offset, run.bytes});
    run.bytes += piece.bytes;
  }
  plan->pieces.push_back({0, run.bytes});
  plan->runs.push_back(run);
}

Plan PlanBuilder::finish() {
  Plan plan;
  const std::span<const std::int64_t> places(places_);
  const std::span<const Length> lengths(lengths_);
  for (Run run : runs_) {
    switch (run.kind) {
      case Run::Kind::kStrided:
        run.bytes = run.shape.packed_bytes();
        plan.runs.push_back(run);
        break;
      case Run::Kind::kPlaces: finish_places(run, places.subspan(run.first, run.count), &plan); break;
      case Run::Kind::kPieces: finish_pieces(run, lengths.subspan(run.first, run.count), &plan); break;
    }
    plan.runs.back().start = plan.bytes;
    plan.bytes += plan.runs.back().bytes;
  }
  *this = {};
  return plan;
}

}  // namespace penstock::proto
