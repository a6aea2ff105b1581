#include "proto/layout/layout.hpp"

#include <algorithm>
#include <limits>

#include "proto/layout/shape.hpp"

namespace penstock::proto {
namespace {

using kernels::kMaxDims;
using kernels::Strided;

// A type whose extent does not fit 64 bits is refused; it does not wrap round.
bool fits(Wide value) {
  return value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max();
}

Status too_large(std::string_view what) {
  return Status::error(Code::kArg, "the {} type spans more than 2^63 bytes; use smaller counts or strides", what);
}

// More runs than this are refused: they come from types nested deeper than a strided run holds, with large outer counts.
constexpr std::size_t kMaxRuns = std::size_t{1} << 24;

// Appends `count` copies of `runs`, `stride` bytes apart. Copies that one strided run can say stay one run.
Status repeat_runs(std::vector<Layout::Run>* runs, std::int64_t count, std::int64_t stride) {
  if (count == 1 || runs->empty()) return Status::ok();
  if (runs->size() == 1 && repeat_shape(&runs->front().shape, static_cast<std::uint64_t>(count), stride)) {
    return Status::ok();
  }
  if (static_cast<std::uint64_t>(count) > kMaxRuns / runs->size()) {
    return Status::error(Code::kNoMemory,
                         "the type is nested deeper than {} strides and its outer level has {} elements; "
                         "use a smaller outer count in the type and a larger one in the call",
                         kMaxDims, count);
  }
  const std::vector<Layout::Run> one = *runs;
  runs->reserve(one.size() * static_cast<std::size_t>(count));
  for (std::int64_t i = 1; i < count; ++i) {
    for (Layout::Run run : one) {
      run.offset += i * stride;
      runs->push_back(run);
    }
  }
  return Status::ok();
}

// Contiguous bytes that follow contiguous bytes lengthen them.
void append_block(std::vector<Layout::Run>* runs, std::span<const Layout::Run> block, std::int64_t offset) {
  for (Layout::Run run : block) {
    run.offset += offset;
    Layout::Run* last = runs->empty() ? nullptr : &runs->back();
    const bool follows = last != nullptr && last->shape.dims == 0 && run.shape.dims == 0 &&
                         last->offset + static_cast<std::int64_t>(last->shape.block) == run.offset;
    if (follows) {
      last->shape.block += run.shape.block;
    } else {
      runs->push_back(run);
    }
  }
}

}  // namespace

bool repeat_shape(Strided* shape, std::uint64_t count, std::int64_t stride) {
  if (count == 1 || shape->block == 0) return true;
  if (shape->dims == 0 && stride >= 0 && static_cast<std::uint64_t>(stride) == shape->block) {
    shape->block *= count;
    return true;
  }
  if (shape->dims > 0) {
    const int top = shape->dims - 1;
    if (static_cast<Wide>(shape->stride[top]) * static_cast<Wide>(shape->count[top]) == stride) {
      shape->count[top] *= count;
      return true;
    }
  }
  if (shape->dims == kMaxDims) return false;
  shape->count[shape->dims] = count;
  shape->stride[shape->dims] = stride;
  ++shape->dims;
  return true;
}

Layout Layout::bytes(std::uint64_t bytes) {
  Layout layout;
  layout.size_ = bytes;
  layout.extent_ = static_cast<std::int64_t>(bytes);
  if (bytes > 0) {
    Run run;
    run.shape.block = bytes;
    layout.runs_.push_back(run);
  }
  return layout;
}

Status Layout::vector(const Layout& element, std::int64_t count, std::int64_t blocklength, std::int64_t stride_bytes,
                      Layout* out) {
  if (count < 0 || blocklength < 0) {
    return Status::error(Code::kCount, "negative count ({}) or block length ({}) of a vector type", count, blocklength);
  }
  Layout layout;
  if (count == 0 || blocklength == 0) {
    *out = std::move(layout);
    return Status::ok();
  }
  const Wide inner = static_cast<Wide>(blocklength - 1) * element.extent_;
  const Wide outer = static_cast<Wide>(count - 1) * stride_bytes;
  const Wide lowest = std::min<Wide>(0, inner) + std::min<Wide>(0, outer) + element.lower_bound_;
  const Wide highest = std::max<Wide>(0, inner) + std::max<Wide>(0, outer) + element.lower_bound_ + element.extent_;
  const Wide size = static_cast<Wide>(element.size_) * count * blocklength;
  if (!fits(lowest) || !fits(highest) || !fits(highest - lowest) || !fits(size)) return too_large("vector");
  layout.runs_ = element.runs_;
  PENSTOCK_TRY(repeat_runs(&layout.runs_, blocklength, element.extent_));
  PENSTOCK_TRY(repeat_runs(&layout.runs_, count, stride_bytes));
  layout.size_ = static_cast<std::uint64_t>(size);
  layout.lower_bound_ = static_cast<std::int64_t>(lowest);
  layout.extent_ = static_cast<std::int64_t>(highest - lowest);
  layout.bounds_set_ = element.bounds_set_;
  *out = std::move(layout);
  return Status::ok();
}

Status Layout::blocks(const Layout& element, std::int64_t blocklength, std::span<const std::int64_t> offsets, Layout* out) {
  Layout block;
  PENSTOCK_TRY(vector(element, 1, blocklength, 0, &block));
  Layout layout;
  if (block.size_ == 0 && !block.bounds_set_) offsets = {};
  if (offsets.empty()) {
    *out = std::move(layout);
    return Status::ok();
  }
  const auto [least, most] = std::ranges::minmax(offsets);
  const Wide lowest = static_cast<Wide>(least) + block.lower_bound_;
  const Wide highest = static_cast<Wide>(most) + block.lower_bound_ + block.extent_;
  const Wide size = static_cast<Wide>(block.size_) * static_cast<Wide>(offsets.size());
  if (!fits(lowest) || !fits(highest) || !fits(highest - lowest) || !fits(size)) return too_large("indexed");
  if (offsets.size() > kMaxRuns / std::max<std::size_t>(block.runs_.size(), 1)) {
    return Status::error(Code::kNoMemory,
                         "an indexed type of {} blocks of {} runs is too large; make it of fewer, longer blocks",
                         offsets.size(), block.runs_.size());
  }
  for (const std::int64_t offset : offsets) append_block(&layout.runs_, block.runs_, offset);
  layout.size_ = static_cast<std::uint64_t>(size);
  layout.lower_bound_ = static_cast<std::int64_t>(lowest);
  layout.extent_ = static_cast<std::int64_t>(highest - lowest);
  layout.bounds_set_ = element.bounds_set_;
  *out = std::move(layout);
  return Status::ok();
}

Status Layout::indexed(const Layout& element, std::span<const std::int64_t> blocklengths,
                       std::span<const std::int64_t> offsets, Layout* out) {
  std::vector<Block> rows(offsets.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {&element, blocklengths[i], offsets[i]};
  return structure(rows, 1, out);
}

Status Layout::structure(std::span<const Block> blocks, std::int64_t alignment, Layout* out) {
  Layout layout;
  Wide lowest = 0;
  Wide highest = 0;
  Wide size = 0;
  bool empty = true;
  for (const Block& row : blocks) {
    Layout block;
    PENSTOCK_TRY(vector(*row.element, 1, row.blocklength, 0, &block));
    if (block.size_ == 0 && !block.bounds_set_) continue;
    size += static_cast<Wide>(block.size_);
    if (block.runs_.size() > kMaxRuns - layout.runs_.size()) {
      return Status::error(Code::kNoMemory, "a structure of more than {} runs is too large; make it of fewer, longer blocks",
                           kMaxRuns);
    }
    append_block(&layout.runs_, block.runs_, row.offset);
    if (layout.bounds_set_ && !block.bounds_set_) continue;
    const bool first = empty || layout.bounds_set_ != block.bounds_set_;
    const Wide from = static_cast<Wide>(row.offset) + block.lower_bound_;
    const Wide to = from + block.extent_;
    lowest = first ? from : std::min(lowest, from);
    highest = first ? to : std::max(highest, to);
    layout.bounds_set_ = block.bounds_set_;
    empty = false;
  }
  const Wide rounding = layout.bounds_set_ ? 1 : alignment;
  const Wide extent = (highest - lowest + rounding - 1) / rounding * rounding;
  if (!fits(lowest) || !fits(highest) || !fits(extent) || !fits(size)) return too_large("structure");
  layout.size_ = static_cast<std::uint64_t>(size);
  layout.lower_bound_ = static_cast<std::int64_t>(lowest);
  layout.extent_ = static_cast<std::int64_t>(extent);
  *out = std::move(layout);
  return Status::ok();
}

Status Layout::subarray(const Layout& element, std::span<const std::int64_t> sizes, std::span<const std::int64_t> subsizes,
                        std::span<const std::int64_t> starts, Layout* out) {
  const std::size_t dims = sizes.size();
  if (dims == 0 || subsizes.size() != dims || starts.size() != dims) {
    return Status::error(Code::kArg, "a subarray type needs as many sub-sizes ({}) and starts ({}) as sizes ({}), at least one",
                         subsizes.size(), starts.size(), dims);
  }
  Layout layout;
  layout.runs_ = element.runs_;
  Wide size = static_cast<Wide>(element.size_);
  Wide stride = element.extent_;
  Wide offset = 0;
  for (std::size_t i = dims; i-- > 0;) {
    if (sizes[i] < 1 || subsizes[i] < 1 || subsizes[i] > sizes[i] || starts[i] < 0 || starts[i] > sizes[i] - subsizes[i]) {
      return Status::error(Code::kArg, "subarray dimension {}: {} elements from {} do not lie in {}", i, subsizes[i], starts[i],
                           sizes[i]);
    }
    size *= subsizes[i];
    offset += stride * starts[i];
    const Wide next = stride * sizes[i];
    if (!fits(next) || !fits(offset) || !fits(size)) return too_large("subarray");
    PENSTOCK_TRY(repeat_runs(&layout.runs_, subsizes[i], static_cast<std::int64_t>(stride)));
    stride = next;
  }
  for (Run& run : layout.runs_) run.offset += static_cast<std::int64_t>(offset);
  layout.size_ = static_cast<std::uint64_t>(size);
  layout.extent_ = static_cast<std::int64_t>(stride);
  layout.bounds_set_ = true;
  *out = std::move(layout);
  return Status::ok();
}

Layout Layout::resized(const Layout& element, std::int64_t lower_bound, std::int64_t extent) {
  Layout layout = element;
  layout.lower_bound_ = lower_bound;
  layout.extent_ = extent;
  layout.bounds_set_ = true;
  return layout;
}

std::int64_t Layout::true_lower_bound() const noexcept {
  if (runs_.empty()) return 0;
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  for (const Run& run : runs_) lowest = std::min(lowest, run.offset + footprint(run.shape).low);
  return lowest;
}

std::int64_t Layout::true_extent() const noexcept {
  if (runs_.empty()) return 0;
  std::int64_t highest = std::numeric_limits<std::int64_t>::min();
  for (const Run& run : runs_) highest = std::max(highest, run.offset + footprint(run.shape).high);
  return highest - true_lower_bound();
}

bool Layout::as_strided(std::uint64_t buffer, std::uint64_t count, Strided* out) const {
  *out = Strided{};
  if (size_ == 0 || count == 0) {
    out->base = buffer;
    return true;
  }
  if (runs_.size() != 1) return false;
  *out = runs_.front().shape;
  out->base = buffer + static_cast<std::uint64_t>(runs_.front().offset);
  return repeat_shape(out, count, extent_);
}

}  // namespace penstock::proto
