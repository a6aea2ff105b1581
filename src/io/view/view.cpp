#include "io/view/view.hpp"

#include <algorithm>
#include <limits>

namespace penstock::io {
namespace {

constexpr std::uint64_t kMostOffset = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

// The range of a sequence of etypes in the file, and whether their displacements decrease or overlap. An etype with gaps counts
// as several, one for each of its blocks.
struct Trace {
  std::int64_t first = 0;  // displacement of the first etype
  std::int64_t last = 0;   // displacement of the last etype
  std::int64_t end = 0;    // largest end of an etype
  bool goes_back = false;  // an etype has a smaller displacement than the etype before it
  bool overlaps = false;

  void follow(const Trace& next) noexcept {
    goes_back = goes_back || next.goes_back || next.first < last;
    overlaps = overlaps || next.overlaps || next.first < end;
    last = next.last;
    end = std::max(end, next.end);
  }
  void repeat(std::uint64_t count, std::int64_t stride) noexcept {
    if (count < 2) return;
    goes_back = goes_back || first + stride < last;
    overlaps = overlaps || first + stride < end;
    const std::int64_t way = static_cast<std::int64_t>(count - 1) * stride;
    last += way;
    end = std::max(end, end + way);
  }
};

// A layout does not tell the etypes in a contiguous block apart, but they follow one another.
Trace trace_of(std::int64_t offset, std::uint64_t bytes, std::uint64_t etype_bytes) noexcept {
  const std::uint64_t before = bytes > etype_bytes ? bytes - etype_bytes : 0;
  return {offset, offset + static_cast<std::int64_t>(before), offset + static_cast<std::int64_t>(bytes)};
}

Trace trace_of(const kernels::Strided& shape, std::int64_t offset, std::uint64_t etype_bytes) noexcept {
  Trace trace = trace_of(offset, shape.block, etype_bytes);
  for (int i = 0; i < shape.dims; ++i) trace.repeat(shape.count[i], shape.stride[i]);
  return trace;
}

Trace trace_of(const proto::PlanView& plan, const proto::Run& run, std::uint64_t etype_bytes) noexcept {
  if (run.kind == proto::Run::Kind::kStrided) return trace_of(run.shape, run.offset, etype_bytes);
  const auto one = [&](std::uint64_t i) {
    if (run.kind == proto::Run::Kind::kPlaces) return trace_of(run.shape, run.offset + plan.places[i], etype_bytes);
    return trace_of(run.offset + plan.pieces[i].offset, plan.pieces[i + 1].start - plan.pieces[i].start, etype_bytes);
  };
  Trace trace = one(run.first);
  for (std::uint64_t i = run.first + 1; i < run.first + run.count; ++i) trace.follow(one(i));
  return trace;
}

// Traces two consecutive copies of the filetype, which suffices: all further copies follow each other in the same way. The
// filetype must have bytes.
Trace trace_of(const proto::Layout& filetype, std::uint64_t etype_bytes) noexcept {
  const proto::PlanView plan = filetype.plan();
  Trace trace = trace_of(plan, plan.runs.front(), etype_bytes);
  for (const proto::Run& run : plan.runs.subspan(1)) trace.follow(trace_of(plan, run, etype_bytes));
  for (const proto::Loop& loop : plan.loops) trace.repeat(loop.count, loop.stride);
  trace.repeat(2, filetype.extent());
  return trace;
}

Status check_filetype(const proto::Layout& filetype, std::uint64_t etype_bytes, bool writes, bool* overlaps) {
  *overlaps = false;
  if (filetype.size() == 0) return Status::ok();
  const Trace trace = trace_of(filetype, etype_bytes);
  *overlaps = trace.overlaps;
  if (trace.first < 0 || filetype.true_lower_bound() < 0) {
    return Status::error(Code::kType,
                         "the filetype has bytes at negative displacements; make it of displacements that are at least 0");
  }
  if (trace.goes_back) {
    return Status::error(Code::kType,
                         "the displacements of the filetype, or of one and the next, decrease; sort its etypes, and give it an "
                         "extent (MPI_Type_create_resized) that holds them");
  }
  if (writes && trace.overlaps) {
    return Status::error(Code::kType,
                         "the filetype, or one and the next, overlap, in a file that is open for writing; open it with "
                         "MPI_MODE_RDONLY, or use another filetype");
  }
  return Status::ok();
}

}  // namespace

View::View() : filetype_(proto::Layout::bytes(1)) {}

Status View::make(std::int64_t displacement, std::uint64_t etype_bytes, const proto::Layout& filetype, bool writes, View* out) {
  if (displacement < 0) return Status::error(Code::kArg, "disp is {}; it must be at least 0", displacement);
  if (etype_bytes == 0 && filetype.size() != 0) {
    return Status::error(Code::kType, "the etype has no bytes, and the filetype has {}", filetype.size());
  }
  if (etype_bytes != 0 && filetype.size() % etype_bytes != 0) {
    return Status::error(Code::kType, "the filetype has {} bytes, which are not whole etypes of {}", filetype.size(),
                         etype_bytes);
  }
  PENSTOCK_TRY(check_filetype(filetype, etype_bytes, writes, &out->overlaps_));
  out->displacement_ = static_cast<std::uint64_t>(displacement);
  out->etype_bytes_ = etype_bytes;
  out->filetype_ = filetype;
  out->contiguous_ = filetype.size() != 0 && filetype.is_contiguous(2);
  return Status::ok();
}

// The buffer has more elements than any file, so a walk over it never reaches its end.
proto::Buffer View::endless() const noexcept {
  return {reinterpret_cast<void*>(displacement_), std::uint64_t{1} << 62, &filetype_};
}

std::int64_t View::place_of(std::uint64_t packed) const noexcept {
  std::int64_t place = 0;
  proto::for_each_piece(proto::Buffer{nullptr, 1, &filetype_}, packed, 1,
                        [&](std::uint64_t offset, std::uint64_t) { place = static_cast<std::int64_t>(offset); });
  return place;
}

std::uint64_t View::offset_of(std::uint64_t stream) const noexcept {
  if (contiguous_) return displacement_ + stream;
  const std::uint64_t size = filetype_.size();
  return displacement_ + stream / size * static_cast<std::uint64_t>(filetype_.extent()) +
         static_cast<std::uint64_t>(place_of(stream % size));
}

// If blocks overlap, the last byte of the stream need not have the largest offset, so the range holds whole filetypes.
Extent View::range_of(std::uint64_t first, std::uint64_t bytes) const noexcept {
  const std::uint64_t last = first + bytes - 1;
  if (!overlaps_) {
    const std::uint64_t begin = offset_of(first);
    return {begin, offset_of(last) + 1 - begin};
  }
  const std::uint64_t size = filetype_.size();
  const auto low = static_cast<std::uint64_t>(filetype_.true_lower_bound());
  const std::uint64_t others = (last / size - first / size) * static_cast<std::uint64_t>(filetype_.extent());
  return {displacement_ + first / size * static_cast<std::uint64_t>(filetype_.extent()) + low,
          others + static_cast<std::uint64_t>(filetype_.true_extent())};
}

bool View::reaches(std::uint64_t first, std::uint64_t bytes) const noexcept {
  if (bytes == 0 || empty()) return bytes == 0;
  std::uint64_t last = 0;
  if (__builtin_add_overflow(first, bytes - 1, &last)) return false;
  const std::uint64_t element = last / filetype_.size();
  std::uint64_t at = 0;
  if (__builtin_mul_overflow(element, static_cast<std::uint64_t>(filetype_.extent()), &at)) return false;
  if (__builtin_add_overflow(at, displacement_, &at)) return false;
  const std::int64_t end = filetype_.true_lower_bound() + filetype_.true_extent();
  return !__builtin_add_overflow(at, static_cast<std::uint64_t>(end), &at) && at <= kMostOffset;
}

// The displacements of etypes never decrease, so a binary search finds the etype.
std::uint64_t View::etypes_of_one_before(std::int64_t place) const noexcept {
  std::uint64_t low = 0;
  std::uint64_t high = filetype_.size() / etype_bytes_;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (place_of(middle * etype_bytes_) >= place) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

std::uint64_t View::etypes_before(std::uint64_t offset) const noexcept {
  if (empty() || offset <= displacement_) return 0;
  const std::uint64_t within = offset - displacement_;
  if (contiguous_) return (within - 1) / etype_bytes_ + 1;
  const auto extent = static_cast<std::uint64_t>(filetype_.extent());
  if (extent == 0) return etypes_of_one_before(static_cast<std::int64_t>(within));
  // `element` is the first copy of the filetype whose last etype begins at or behind the offset. All etypes of earlier copies
  // begin before the offset.
  const auto last = static_cast<std::uint64_t>(place_of(filetype_.size() - etype_bytes_));
  const std::uint64_t element = within <= last ? 0 : (within - last + extent - 1) / extent;
  const std::uint64_t base = element * extent;
  const std::int64_t place = static_cast<std::int64_t>(within) - static_cast<std::int64_t>(base);
  return element * (filetype_.size() / etype_bytes_) + etypes_of_one_before(place);
}

}  // namespace penstock::io
