#include "proto/rma/extents.hpp"

#include <algorithm>

#include "proto/layout/shape.hpp"
#include "proto/layout/walk.hpp"

namespace penstock::proto::rma {
namespace {

Extent in_shape(const kernels::Strided& shape, std::int64_t base, std::uint64_t at) noexcept {
  if (shape.dims == 0) return {static_cast<std::uint64_t>(base) + at, shape.block - at};
  const Cursor cursor(shape, at);
  return {static_cast<std::uint64_t>(base + cursor.offset()), shape.block - cursor.within_block()};
}

Extent in_run(const PlanView& plan, const Run& run, std::int64_t base, std::uint64_t at) noexcept {
  if (run.kind == Run::Kind::kStrided) return in_shape(run.shape, base, at);
  if (run.kind == Run::Kind::kPieces) {
    const Piece* const piece = plan.pieces.data() + piece_at(plan, run, at);
    const std::uint64_t inside = at - piece[0].start;
    return {static_cast<std::uint64_t>(base + piece[0].offset) + inside, piece[1].start - at};
  }
  const std::uint64_t each = run.bytes / run.count;
  return in_shape(run.shape, base + plan.places[run.first + at / each], at % each);
}

}  // namespace

Status check_range(std::uint64_t region_bytes, const RemoteBuffer& buffer) {
  const Layout& layout = *buffer.layout;
  if (buffer.count == 0 || layout.size() == 0) return Status::ok();
  constexpr std::uint64_t kMost = ~std::uint64_t{0} >> 1;
  if (buffer.count > kMost / layout.size()) {
    return Status::error(Code::kArg, "{} elements of {} bytes are more than any memory holds", buffer.count, layout.size());
  }
  const Wide first = static_cast<Wide>(buffer.offset) + layout.true_lower_bound();
  const Wide last = static_cast<Wide>(buffer.count - 1) * layout.extent();
  const Wide low = first + std::min<Wide>(last, 0);
  const Wide high = first + std::max<Wide>(last, 0) + layout.true_extent();
  if (low >= 0 && high <= static_cast<Wide>(region_bytes)) return Status::ok();
  return Status::error(Code::kArg,
                       "{} elements at offset {} of a region of {} bytes are out of its range: give a displacement and a count "
                       "within it",
                       buffer.count, buffer.offset, region_bytes);
}

Extent extent_at(const RemoteBuffer& buffer, std::uint64_t at) noexcept {
  const Layout& layout = *buffer.layout;
  if (layout.is_contiguous(buffer.count)) return {static_cast<std::uint64_t>(buffer.offset) + at, buffer.bytes() - at};
  const PlanView plan = layout.plan();
  const PlanCursor cursor(plan, buffer.count, layout.extent(), at / plan.bytes);
  const std::uint64_t inside = at % plan.bytes;
  const Run& run = plan.runs[run_at(plan, inside)];
  return in_run(plan, run, buffer.offset + cursor.offset() + run.offset, inside - run.start);
}

std::uint64_t add_extents(const RemoteBuffer& buffer, std::uint64_t at, std::uint64_t bytes, std::size_t most,
                          std::uint32_t element, std::vector<Extent>* out) {
  const std::size_t before = out->size();
  std::uint64_t taken = 0;
  while (taken < bytes) {
    Extent next = extent_at(buffer, at + taken);
    next.bytes = std::min(next.bytes, bytes - taken);
    const bool joins = out->size() > before && out->back().offset + out->back().bytes == next.offset;
    if (!joins && out->size() == before + most) break;
    if (joins) out->back().bytes += next.bytes;
    if (!joins) out->push_back(next);
    taken += next.bytes;
  }
  const std::uint64_t left = taken % element;
  cut_extents(out, left);
  return taken - left;
}

void cut_extents(std::vector<Extent>* extents, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t cut = std::min(bytes, extents->back().bytes);
    extents->back().bytes -= cut;
    bytes -= cut;
    if (extents->back().bytes == 0) extents->pop_back();
  }
}

}  // namespace penstock::proto::rma
