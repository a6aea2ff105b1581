#include "proto/layout/layout.hpp"

#include <algorithm>
#include <limits>

#include "proto/layout/shape.hpp"

namespace penstock::proto {
namespace {

using kernels::Strided;

// A type whose extent does not fit 64 bits is refused, so that it does not wrap around.
bool fits(Wide value) {
  return value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max();
}

Status too_large(std::string_view what) {
  return Status::error(Code::kArg, "the {} type spans more than 2^63 bytes; use smaller counts or strides", what);
}

Status too_many(Wide entries) {
  return Status::error(Code::kNoMemory, "the type has {} pieces or more, of at most {}; make it of fewer, longer blocks",
                       static_cast<std::uint64_t>(entries), PlanBuilder::kMost);
}

Status make_room(const PlanBuilder& builder, const PlanView& plan, std::uint64_t times = 1) {
  const Wide entries = builder.size() + static_cast<Wide>(PlanBuilder::size_of(plan)) * times;
  return entries <= PlanBuilder::kMost ? Status::ok() : too_many(entries);
}

}  // namespace

// The lower bound, upper bound and size of a type while its blocks are added.
struct Layout::Bounds {
  Wide low = 0;
  Wide high = 0;
  Wide size = 0;
  bool any = false;
  bool set = false;

  void add(const Layout& block, std::int64_t offset) {
    size += static_cast<Wide>(block.size_);
    if (set && !block.bounds_set_) return;
    const Wide from = static_cast<Wide>(offset) + block.lower_bound_;
    const Wide to = from + block.extent_;
    const bool first = !any || set != block.bounds_set_;
    low = first ? from : std::min(low, from);
    high = first ? to : std::max(high, to);
    set = block.bounds_set_;
    any = true;
  }
  Status give(std::int64_t alignment, std::string_view what, Layout* layout) const {
    const Wide rounding = set ? 1 : alignment;
    const Wide extent = (high - low + rounding - 1) / rounding * rounding;
    if (!fits(low) || !fits(high) || !fits(low + extent) || !fits(extent) || !fits(size)) return too_large(what);
    layout->lower_bound_ = static_cast<std::int64_t>(low);
    layout->extent_ = static_cast<std::int64_t>(extent);
    layout->bounds_set_ = set;
    return Status::ok();
  }
};

void Layout::take(Plan plan) {
  size_ = plan.bytes;
  for (const Loop& loop : plan.loops) size_ *= loop.count;
  if (plan.runs.empty()) return;
  reach_ = reach_of(plan.view());
  if (plan.runs.size() == 1 && plan.loops.empty() && plan.runs.front().kind == Run::Kind::kStrided) {
    only_ = plan.runs.front();
    one_block_ = only_.offset == 0 && only_.shape.dims == 0;
    return;
  }
  plan_ = std::make_shared<const Plan>(std::move(plan));
}

Plan Layout::copy_of_plan() const {
  if (plan_) return *plan_;
  Plan plan;
  plan.bytes = size_;
  if (size_ != 0) plan.runs.push_back(only_);
  return plan;
}

// Loops that are nested too deep become runs.
Status Layout::repeat(Plan* plan, std::uint64_t count, std::int64_t stride) {
  if (repeat_plan(plan, count, stride)) return Status::ok();
  PlanBuilder builder;
  PENSTOCK_TRY(make_room(builder, plan->view(), count));
  for (std::uint64_t i = 0; i < count; ++i) builder.add(static_cast<std::int64_t>(i) * stride, plan->view());
  *plan = builder.finish();
  return Status::ok();
}

Layout Layout::bytes(std::uint64_t bytes) {
  Layout layout;
  layout.size_ = bytes;
  layout.extent_ = static_cast<std::int64_t>(bytes);
  layout.reach_.high = layout.extent_;
  layout.only_.shape.block = bytes;
  layout.only_.bytes = bytes;
  layout.one_block_ = true;
  return layout;
}

Status Layout::vector(const Layout& element, std::int64_t count, std::int64_t blocklength, std::int64_t stride_bytes,
                      Layout* out) {
  if (count < 0 || blocklength < 0) {
    return Status::error(Code::kCount, "negative count ({}) or block length ({}) of a vector type", count, blocklength);
  }
  const bool nothing = element.size_ == 0 && !element.bounds_set_;
  if (count == 0 || blocklength == 0 || nothing) {
    *out = {};
    return Status::ok();
  }
  const Wide inner = static_cast<Wide>(blocklength - 1) * element.extent_;
  const Wide outer = static_cast<Wide>(count - 1) * stride_bytes;
  const Wide lowest = std::min<Wide>(0, inner) + std::min<Wide>(0, outer);
  const Wide highest = std::max<Wide>(0, inner) + std::max<Wide>(0, outer);
  const Wide size = static_cast<Wide>(element.size_) * count;
  const Wide spread = highest - lowest + element.extent_;
  if (!fits(lowest + element.lower_bound_) || !fits(highest + element.lower_bound_ + element.extent_) || !fits(spread) ||
      !fits(lowest + element.reach_.low) || !fits(highest + element.reach_.high) || !fits(size) || !fits(size * blocklength)) {
    return too_large("vector");
  }
  Plan plan = element.copy_of_plan();
  PENSTOCK_TRY(repeat(&plan, static_cast<std::uint64_t>(blocklength), element.extent_));
  PENSTOCK_TRY(repeat(&plan, static_cast<std::uint64_t>(count), stride_bytes));
  Layout layout;
  layout.take(std::move(plan));
  layout.lower_bound_ = static_cast<std::int64_t>(lowest + element.lower_bound_);
  layout.extent_ = static_cast<std::int64_t>(spread);
  layout.bounds_set_ = element.bounds_set_;
  *out = std::move(layout);
  return Status::ok();
}

Status Layout::blocks(const Layout& element, std::int64_t blocklength, std::span<const std::int64_t> offsets, Layout* out) {
  Layout block;
  PENSTOCK_TRY(vector(element, 1, blocklength, 0, &block));
  Layout layout;
  Bounds bounds;
  PlanBuilder builder;
  if (block.size_ == 0 && !block.bounds_set_) offsets = {};
  PENSTOCK_TRY(make_room(builder, block.plan(), offsets.size()));
  for (const std::int64_t offset : offsets) {
    bounds.add(block, offset);
    if (block.size_ != 0) builder.add(offset, block.plan());
  }
  PENSTOCK_TRY(bounds.give(1, "indexed", &layout));
  layout.take(builder.finish());
  *out = std::move(layout);
  return Status::ok();
}

Status Layout::indexed(const Layout& element, std::span<const std::int64_t> blocklengths, std::span<const std::int64_t> offsets,
                       Layout* out) {
  std::vector<Block> rows(offsets.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {&element, blocklengths[i], offsets[i]};
  return structure(rows, 1, out);
}

Status Layout::structure(std::span<const Block> blocks, std::int64_t alignment, Layout* out) {
  Layout layout;
  Bounds bounds;
  PlanBuilder builder;
  Layout alone;  // the only block with bytes so far
  std::int64_t alone_at = 0;
  for (const Block& row : blocks) {
    Layout block;
    PENSTOCK_TRY(vector(*row.element, 1, row.blocklength, 0, &block));
    if (block.size_ == 0 && !block.bounds_set_) continue;
    bounds.add(block, row.offset);
    if (block.size_ == 0) continue;
    // The loops of a single block need not become runs.
    if (alone.size_ == 0 && builder.size() == 0) {
      alone = std::move(block);
      alone_at = row.offset;
      continue;
    }
    if (alone.size_ != 0) {
      PENSTOCK_TRY(make_room(builder, alone.plan()));
      builder.add(alone_at, alone.plan());
      alone = {};
    }
    PENSTOCK_TRY(make_room(builder, block.plan()));
    builder.add(row.offset, block.plan());
  }
  PENSTOCK_TRY(bounds.give(alignment, "structure", &layout));
  if (alone.size_ != 0) {
    Plan plan = alone.copy_of_plan();
    for (Run& run : plan.runs) run.offset += alone_at;
    layout.take(std::move(plan));
  } else {
    layout.take(builder.finish());
  }
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
  Plan plan = element.copy_of_plan();
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
    if (!fits(next) || !fits(next + element.reach_.low) || !fits(next + element.reach_.high) || !fits(offset) || !fits(size)) {
      return too_large("subarray");
    }
    PENSTOCK_TRY(repeat(&plan, static_cast<std::uint64_t>(subsizes[i]), static_cast<std::int64_t>(stride)));
    stride = next;
  }
  for (Run& run : plan.runs) run.offset += static_cast<std::int64_t>(offset);
  Layout layout;
  layout.take(std::move(plan));
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

Layout Layout::of_parts(std::span<const Part> parts, std::int64_t extent) {
  PlanBuilder builder;
  for (const Part& part : parts) {
    if (part.shape.packed_bytes() != 0) builder.add(part.offset, part.shape);
  }
  Layout layout;
  layout.take(builder.finish());
  layout.extent_ = extent;
  return layout;
}

bool Layout::as_strided(std::uint64_t buffer, std::uint64_t count, Strided* out) const {
  *out = Strided{};
  if (size_ == 0 || count == 0) {
    out->base = buffer;
    return true;
  }
  if (plan_) return false;
  *out = only_.shape;
  out->base = buffer + static_cast<std::uint64_t>(only_.offset);
  return repeat_shape(out, count, extent_);
}

}  // namespace penstock::proto
