#include "proto/layout/listing.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>

#include "proto/layout/walk.hpp"

namespace penstock::proto {
namespace {

using kernels::ListKind;
using kernels::ListRun;

static_assert(kernels::kMaxListLoops == kMaxLoops + 1);

template <typename Entry>
bool fits(std::int64_t offset) noexcept {
  return std::in_range<Entry>(offset);
}

bool fits_narrow(const PlanView& plan) noexcept {
  const auto piece_fits = [&](const Piece& piece) {
    return fits<std::int32_t>(piece.offset) && std::in_range<std::uint32_t>(piece.start);
  };
  return std::ranges::all_of(plan.places, fits<std::int32_t>) && std::ranges::all_of(plan.pieces, piece_fits);
}

std::uint64_t bits_of(const PlanView& plan, const Run& run) noexcept {
  std::uint64_t bits = static_cast<std::uint64_t>(run.offset) | run.start;
  if (run.shape.dims > 0) bits |= run.shape.block;
  for (int d = 0; d < run.shape.dims; ++d) bits |= static_cast<std::uint64_t>(run.shape.stride[d]);
  if (run.kind == Run::Kind::kPlaces) {
    bits |= run.bytes / run.count;
    for (std::uint64_t i = run.first; i < run.first + run.count; ++i) bits |= static_cast<std::uint64_t>(plan.places[i]);
  }
  if (run.kind == Run::Kind::kPieces) {
    for (std::uint64_t i = run.first; i < run.first + run.count; ++i) {
      bits |= static_cast<std::uint64_t>(plan.pieces[i].offset) | plan.pieces[i].start;
    }
  }
  return bits;
}

ListRun run_of(const Run& run) noexcept {
  constexpr ListKind kKinds[] = {ListKind::kShape, ListKind::kPlaces, ListKind::kPieces};
  ListRun out;
  out.start = run.start;
  out.offset = run.offset;
  out.kind = kKinds[static_cast<int>(run.kind)];
  out.first = run.first;
  if (run.kind == Run::Kind::kPieces) return out;
  out.dims = run.shape.dims;
  out.each = kernels::make_list_divisor(run.bytes / run.count);
  out.block = kernels::make_list_divisor(run.shape.block);
  for (int d = 0; d < run.shape.dims; ++d) {
    out.count[d] = kernels::make_list_divisor(run.shape.count[d]);
    out.stride[d] = run.shape.stride[d];
  }
  return out;
}

// The index has about as many entries as there are pieces, so that a kernel looks at two or three pieces.
void add_index(const PlanView& plan, const Run& run, ListRun* out, std::vector<std::uint32_t>* index) {
  out->index = index->size();
  out->shift = static_cast<std::uint32_t>(std::bit_width(std::max<std::uint64_t>(run.bytes / run.count, 1)) - 1);
  const Piece* const pieces = plan.pieces.data() + run.first;
  std::uint32_t piece = 0;
  for (std::uint64_t at = 0; at < run.bytes; at += std::uint64_t{1} << out->shift) {
    while (pieces[piece + 1].start <= at) ++piece;
    index->push_back(piece);
  }
  index->push_back(static_cast<std::uint32_t>(run.count - 1));
}

class Tables {
 public:
  explicit Tables(std::vector<std::byte>* bytes) : bytes_(bytes) {}
  // Returns the offset at which the table begins.
  template <typename Entry, typename Row, typename Value>
  std::uint64_t add(std::span<const Row> rows, Value&& value) {
    const std::uint64_t begin = (bytes_->size() + 15) / 16 * 16;
    bytes_->resize(begin + rows.size() * sizeof(Entry));
    std::byte* at = bytes_->data() + begin;
    for (const Row& row : rows) {
      const auto entry = static_cast<Entry>(value(row));
      std::memcpy(at, &entry, sizeof entry);
      at += sizeof entry;
    }
    return begin;
  }

 private:
  std::vector<std::byte>* bytes_;
};

template <typename Signed, typename Unsigned>
void add_tables(const PlanView& plan, Tables& tables, kernels::ListTables* out) {
  out->places = tables.add<Signed>(plan.places, [](std::int64_t place) { return place; });
  out->offsets = tables.add<Signed>(plan.pieces, [](const Piece& piece) { return piece.offset; });
  out->starts = tables.add<Unsigned>(plan.pieces, [](const Piece& piece) { return piece.start; });
}

// A whole plan, including its loops, as blocks of one length.
struct Flat {
  std::uint64_t block = 0;
  std::vector<std::int64_t> places;
};

// Calls visit(offset, bytes) for each contiguous piece of a plan, in packed order.
template <typename Visit>
void for_each_piece_of(const PlanView& plan, std::uint64_t repetitions, Visit&& visit) {
  PlanCursor cursor(plan, 1, 0, 0);
  for (std::uint64_t i = 0; i < repetitions; ++i) {
    for (const Run& run : plan.runs) for_each_piece(plan, run, cursor.offset(), 0, run.bytes, visit);
    if (i + 1 < repetitions) cursor.next(1);
  }
}

// Returns false if there would be many more blocks than the plan has entries.
bool flatten(const PlanView& plan, Flat* out) {
  constexpr std::uint64_t kFew = 1U << 16;
  constexpr std::uint64_t kTimes = 4;
  const std::uint64_t most = std::max(kFew, kTimes * (plan.places.size() + plan.pieces.size()));
  std::uint64_t repetitions = 1;
  for (const Loop& loop : plan.loops) {
    if (loop.count > most / repetitions) return false;
    repetitions *= loop.count;
  }
  std::uint64_t pieces = 0;
  for (const Run& run : plan.runs) {
    pieces += run.kind == Run::Kind::kPieces ? run.count : run.bytes / std::max<std::uint64_t>(run.shape.block, 1);
  }
  if (repetitions > most || pieces > PlanBuilder::kMost) return false;
  std::uint64_t block = 0;
  for_each_piece_of(plan, 1, [&](std::int64_t, std::uint64_t bytes) { block = std::gcd(block, bytes); });
  if (block == 0 || plan.bytes / block > most / repetitions) return false;
  out->block = block;
  out->places.reserve(plan.bytes / block * repetitions);
  for_each_piece_of(plan, repetitions, [&](std::int64_t offset, std::uint64_t bytes) {
    for (std::uint64_t at = 0; at < bytes; at += block) out->places.push_back(offset + static_cast<std::int64_t>(at));
  });
  return true;
}

Listing list_flat(const Flat& flat) {
  Listing out;
  kernels::List& list = out.list;
  list.bytes = flat.block * flat.places.size();
  list.runs = 1;
  list.depth = 1;
  list.only.kind = ListKind::kPlaces;
  list.only.each = list.only.block = kernels::make_list_divisor(flat.block);
  list.bits = flat.block;
  list.narrow = std::ranges::all_of(flat.places, fits<std::int32_t>);
  for (const std::int64_t place : flat.places) list.bits |= static_cast<std::uint64_t>(place);
  Tables tables(&out.bytes);
  const auto same = [](std::int64_t place) { return place; };
  const std::span<const std::int64_t> places(flat.places);
  list.tables.places = list.narrow ? tables.add<std::int32_t>(places, same) : tables.add<std::int64_t>(places, same);
  return out;
}

}  // namespace

Listing list_plan(const PlanView& plan, bool flat) {
  const bool shape = plan.runs.size() == 1 && plan.runs.front().kind == Run::Kind::kStrided;
  if (Flat blocks; flat && !shape && flatten(plan, &blocks)) return list_flat(blocks);
  Listing out;
  kernels::List& list = out.list;
  list.bytes = plan.bytes;
  list.runs = static_cast<std::uint32_t>(plan.runs.size());
  list.narrow = fits_narrow(plan);
  list.depth = static_cast<std::int32_t>(plan.loops.size()) + 1;
  for (std::size_t i = 0; i < plan.loops.size(); ++i) list.repeat[i] = {plan.loops[i].count, plan.loops[i].stride};
  std::vector<ListRun> runs;
  std::vector<std::uint32_t> index;
  for (const Run& run : plan.runs) {
    list.bits |= bits_of(plan, run);
    runs.push_back(run_of(run));
    if (run.kind == Run::Kind::kPieces) add_index(plan, run, &runs.back(), &index);
  }
  list.only = runs.front();
  if (runs.size() == 1 && list.only.kind == ListKind::kShape) return out;
  Tables tables(&out.bytes);
  list.tables.runs = tables.add<ListRun>(std::span<const ListRun>(runs), [](const ListRun& run) { return run; });
  list.tables.index =
      tables.add<std::uint32_t>(std::span<const std::uint32_t>(index), [](std::uint32_t piece) { return piece; });
  if (list.narrow) {
    add_tables<std::int32_t, std::uint32_t>(plan, tables, &list.tables);
  } else {
    add_tables<std::int64_t, std::uint64_t>(plan, tables, &list.tables);
  }
  return out;
}

void place_tables(kernels::List* list, std::uint64_t address) noexcept {
  for (std::uint64_t* table :
       {&list->tables.runs, &list->tables.places, &list->tables.offsets, &list->tables.starts, &list->tables.index}) {
    *table += address;
  }
}

void place_buffer(kernels::List* list, const Buffer& buffer) noexcept {
  list->base = reinterpret_cast<std::uint64_t>(buffer.address);
  list->repeat[list->depth - 1] = {buffer.count, buffer.layout->extent()};
}

}  // namespace penstock::proto
