// The constructors of derived datatypes.
#include <algorithm>
#include <utility>

#include "core/object/instance.hpp"
#include "core/type/datatype.hpp"

namespace penstock::core {
namespace {

using proto::Layout;

Status not_negative(MPI_Count value, std::string_view what) {
  if (value >= 0) return Status::ok();
  return Status::error(Code::kArg, "{} is {}, it must not be negative", what, value);
}

Status not_negative(std::span<const MPI_Count> values, std::string_view what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 0) return Status::error(Code::kArg, "{}[{}] is {}, it must not be negative", what, i, values[i]);
  }
  return Status::ok();
}

// Makes a type of one base; the number of its elements follows from the bytes.
Status add_derived(Instance& instance, Layout layout, Envelope envelope, Datatype& base, Datatype** out) {
  const std::uint64_t each = base.layout().size();
  std::vector<Datatype::Part> parts = {{Ref<Datatype>::share(base), each == 0 ? 0 : layout.size() / each}};
  auto made = Ref<Datatype>::adopt(new Datatype(std::move(layout), std::move(envelope), std::move(parts)));
  return instance.publish(std::move(made), out);
}

Status too_far(MPI_Count elements, const Datatype& base, std::string_view what) {
  return Status::error(Code::kArg, "{} of {} elements of {} bytes exceeds the address space", what, elements,
                       base.layout().extent());
}

// Returns the displacements in bytes.
Status offsets_of(const Datatype& base, std::span<const MPI_Count> displacements, Unit unit,
                  std::vector<std::int64_t>* offsets) {
  offsets->assign(displacements.begin(), displacements.end());
  if (unit == Unit::kBytes) return Status::ok();
  for (std::int64_t& offset : *offsets) {
    const MPI_Count elements = offset;
    if (__builtin_mul_overflow(elements, base.layout().extent(), &offset)) return too_far(elements, base, "a displacement");
  }
  return Status::ok();
}

Status check_subarray(std::span<const MPI_Count> sizes, std::span<const MPI_Count> subsizes,
                      std::span<const MPI_Count> starts) {
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 1) return Status::error(Code::kArg, "array_of_sizes[{}] is {}, it must be positive", i, sizes[i]);
    if (subsizes[i] < 1 || subsizes[i] > sizes[i]) {
      return Status::error(Code::kArg, "array_of_subsizes[{}] is {}, outside 1..{}", i, subsizes[i], sizes[i]);
    }
    if (starts[i] < 0 || starts[i] > sizes[i] - subsizes[i]) {
      return Status::error(Code::kArg, "array_of_starts[{}] is {}, outside 0..{}", i, starts[i], sizes[i] - subsizes[i]);
    }
  }
  return Status::ok();
}

}  // namespace

Status make_contiguous(Instance& instance, Datatype& base, MPI_Count count, Form form, Datatype** out) {
  PENSTOCK_TRY(not_negative(count, "count"));
  Layout layout;
  PENSTOCK_TRY(Layout::vector(base.layout(), 1, count, 0, &layout));
  return add_derived(instance, std::move(layout), Envelope(MPI_COMBINER_CONTIGUOUS, form).count(count), base, out);
}

Status make_vector(Instance& instance, Datatype& base, MPI_Count count, MPI_Count blocklength, MPI_Count stride, Form form,
                   Datatype** out) {
  PENSTOCK_TRY(not_negative(count, "count"));
  PENSTOCK_TRY(not_negative(blocklength, "blocklength"));
  std::int64_t stride_bytes = 0;
  if (__builtin_mul_overflow(stride, base.layout().extent(), &stride_bytes)) return too_far(stride, base, "a stride");
  Layout layout;
  PENSTOCK_TRY(Layout::vector(base.layout(), count, blocklength, stride_bytes, &layout));
  Envelope envelope(MPI_COMBINER_VECTOR, form);
  envelope.count(count).count(blocklength).count(stride);
  return add_derived(instance, std::move(layout), std::move(envelope), base, out);
}

Status make_hvector(Instance& instance, Datatype& base, MPI_Count count, MPI_Count blocklength, MPI_Count stride, Form form,
                    Datatype** out) {
  PENSTOCK_TRY(not_negative(count, "count"));
  PENSTOCK_TRY(not_negative(blocklength, "blocklength"));
  Layout layout;
  PENSTOCK_TRY(Layout::vector(base.layout(), count, blocklength, stride, &layout));
  Envelope envelope(MPI_COMBINER_HVECTOR, form);
  envelope.count(count).count(blocklength).address(stride);
  return add_derived(instance, std::move(layout), std::move(envelope), base, out);
}

Status make_blocks(Instance& instance, Datatype& base, MPI_Count blocklength, std::span<const MPI_Count> displacements,
                   Unit unit, Form form, Datatype** out) {
  PENSTOCK_TRY(not_negative(blocklength, "blocklength"));
  std::vector<std::int64_t> offsets;
  PENSTOCK_TRY(offsets_of(base, displacements, unit, &offsets));
  Layout layout;
  PENSTOCK_TRY(Layout::blocks(base.layout(), blocklength, offsets, &layout));
  Envelope envelope(unit == Unit::kBytes ? MPI_COMBINER_HINDEXED_BLOCK : MPI_COMBINER_INDEXED_BLOCK, form);
  envelope.count(static_cast<MPI_Count>(displacements.size())).count(blocklength);
  if (unit == Unit::kBytes) {
    envelope.addresses(displacements);
  } else {
    envelope.counts(displacements);
  }
  return add_derived(instance, std::move(layout), std::move(envelope), base, out);
}

Status make_indexed(Instance& instance, Datatype& base, std::span<const MPI_Count> blocklengths,
                    std::span<const MPI_Count> displacements, Unit unit, Form form, Datatype** out) {
  PENSTOCK_TRY(not_negative(blocklengths, "array_of_blocklengths"));
  std::vector<std::int64_t> offsets;
  PENSTOCK_TRY(offsets_of(base, displacements, unit, &offsets));
  Layout layout;
  PENSTOCK_TRY(Layout::indexed(base.layout(), blocklengths, offsets, &layout));
  Envelope envelope(unit == Unit::kBytes ? MPI_COMBINER_HINDEXED : MPI_COMBINER_INDEXED, form);
  envelope.count(static_cast<MPI_Count>(displacements.size())).counts(blocklengths);
  if (unit == Unit::kBytes) {
    envelope.addresses(displacements);
  } else {
    envelope.counts(displacements);
  }
  return add_derived(instance, std::move(layout), std::move(envelope), base, out);
}

Status make_struct(Instance& instance, std::span<const StructBlock> blocks, Form form, Datatype** out) {
  Envelope envelope(MPI_COMBINER_STRUCT, form);
  envelope.count(static_cast<MPI_Count>(blocks.size()));
  std::vector<Layout::Block> rows;
  std::vector<Datatype::Part> parts;
  std::int64_t alignment = 1;
  for (const StructBlock& block : blocks) {
    PENSTOCK_TRY(not_negative(block.blocklength, "a block length"));
    rows.push_back({&block.base->layout(), block.blocklength, block.offset});
    parts.push_back({Ref<Datatype>::share(*block.base), static_cast<std::uint64_t>(block.blocklength)});
    envelope.count(block.blocklength);
    if (block.blocklength > 0) alignment = std::max(alignment, block.base->alignment());
  }
  for (const StructBlock& block : blocks) envelope.address(block.offset);
  Layout layout;
  PENSTOCK_TRY(Layout::structure(rows, alignment, &layout));
  auto made = Ref<Datatype>::adopt(new Datatype(std::move(layout), std::move(envelope), std::move(parts)));
  return instance.publish(std::move(made), out);
}

Status make_resized(Instance& instance, Datatype& base, MPI_Count lower_bound, MPI_Count extent, Form form, Datatype** out) {
  std::int64_t upper_bound = 0;
  if (__builtin_add_overflow(lower_bound, extent, &upper_bound)) {
    return Status::error(Code::kArg, "a lower bound of {} and an extent of {} bytes exceed the address space", lower_bound,
                         extent);
  }
  Envelope envelope(MPI_COMBINER_RESIZED, form);
  envelope.address(lower_bound).address(extent);
  return add_derived(instance, Layout::resized(base.layout(), lower_bound, extent), std::move(envelope), base, out);
}

Status make_subarray(Instance& instance, Datatype& base, std::span<const MPI_Count> sizes, std::span<const MPI_Count> subsizes,
                     std::span<const MPI_Count> starts, int order, Form form, Datatype** out) {
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN) {
    return Status::error(Code::kArg, "order is {}, neither MPI_ORDER_C nor MPI_ORDER_FORTRAN", order);
  }
  if (sizes.empty()) return Status::error(Code::kArg, "ndims is 0, a subarray has at least one dimension");
  PENSTOCK_TRY(check_subarray(sizes, subsizes, starts));
  Envelope envelope(MPI_COMBINER_SUBARRAY, form);
  envelope.integer(static_cast<int>(sizes.size())).counts(sizes).counts(subsizes).counts(starts).integer(order);
  // The layout counts dimensions from the slowest one on, as C does.
  std::vector<std::int64_t> whole(sizes.begin(), sizes.end());
  std::vector<std::int64_t> part(subsizes.begin(), subsizes.end());
  std::vector<std::int64_t> start(starts.begin(), starts.end());
  if (order == MPI_ORDER_FORTRAN) {
    std::ranges::reverse(whole);
    std::ranges::reverse(part);
    std::ranges::reverse(start);
  }
  Layout layout;
  PENSTOCK_TRY(Layout::subarray(base.layout(), whole, part, start, &layout));
  return add_derived(instance, std::move(layout), std::move(envelope), base, out);
}

Status make_darray(Instance& instance, Datatype& base, const Distribution& distribution, Form form, Datatype** out) {
  Layout layout;
  PENSTOCK_TRY(distributed_layout(base.layout(), distribution, &layout));
  Envelope envelope(MPI_COMBINER_DARRAY, form);
  envelope.integer(distribution.size).integer(distribution.rank);
  envelope.integer(static_cast<int>(distribution.global_sizes.size())).counts(distribution.global_sizes);
  envelope.integers(distribution.kinds).integers(distribution.arguments).integers(distribution.grid);
  envelope.integer(distribution.order);
  return add_derived(instance, std::move(layout), std::move(envelope), base, out);
}

}  // namespace penstock::core
