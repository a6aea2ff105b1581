#include "core/datatype.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/process.hpp"

namespace penstock::core {
namespace {

using proto::Layout;

Status not_negative(MPI_Count value, std::string_view what) {
  if (value >= 0) return Status::ok();
  return Status::error(Code::kArg, "{} is {}, it must not be negative", what, value);
}

Status add_derived(Process& process, Layout layout, Envelope envelope, Datatype& base, Datatype** out) {
  auto made = Ref<Datatype>::adopt(new Datatype(std::move(layout), std::move(envelope), base));
  return process.publish(std::move(made), out);
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

// Bytes and elements of one round of the pattern.
BasicRun sum(const Basics& basics) noexcept {
  BasicRun whole;
  for (const BasicRun& run : basics) {
    whole.size += run.size * run.count;
    whole.count += run.count;
  }
  return whole;
}

// Complex numbers lie as their parts do; types without a C twin lie at their size.
std::int64_t alignment_of(Element element, const Basics& basics) noexcept {
  constexpr std::uint64_t kLargest = alignof(std::max_align_t);
  std::uint64_t largest = 1;
  for (const BasicRun& run : basics) largest = std::max(largest, run.size);
  const bool complex = element >= Element::kComplexHalf && element <= Element::kComplexQuad;
  return static_cast<std::int64_t>(std::min(complex ? largest / 2 : largest, kLargest));
}

// Adds `bytes` of data that repeat `pattern`.
Status append_basics(Basics* basics, const Basics& pattern, std::uint64_t bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  const BasicRun whole = sum(pattern);
  if (bytes == 0) return Status::ok();
  const std::uint64_t rounds = bytes / whole.size;
  const auto add = [basics](const BasicRun& run) {
    if (!basics->empty() && basics->back().size == run.size) {
      basics->back().count += run.count;
    } else {
      basics->push_back(run);
    }
  };
  if (pattern.size() == 1) {
    add({pattern.front().size, pattern.front().count * rounds});
    return Status::ok();
  }
  if (rounds > kMost / pattern.size()) {
    return Status::error(Code::kNoMemory,
                         "a structure repeats a mixed type {} times; use a smaller blocklength and a larger count in the call",
                         rounds);
  }
  for (std::uint64_t i = 0; i < rounds; ++i) std::ranges::for_each(pattern, add);
  return Status::ok();
}

}  // namespace

Datatype::Datatype(Layout layout, std::string_view name, Element element, Basics basics)
    : layout_(std::move(layout)),
      name_(name),
      basics_(std::move(basics)),
      alignment_(alignment_of(element, basics_)),
      element_(element),
      committed_(true) {}

Datatype::Datatype(Layout layout, Envelope envelope, Datatype& base)
    : layout_(std::move(layout)),
      envelope_(std::move(envelope)),
      bases_{Ref<Datatype>::share(base)},
      basics_(base.basics_),
      alignment_(base.alignment_) {}

Datatype::Datatype(Layout layout, Envelope envelope, std::span<Datatype* const> bases, Basics basics)
    : layout_(std::move(layout)), envelope_(std::move(envelope)), basics_(std::move(basics)) {
  for (Datatype* base : bases) {
    bases_.push_back(Ref<Datatype>::share(*base));
    alignment_ = std::max(alignment_, base->alignment_);
  }
}

MPI_Count Datatype::basics_in(std::uint64_t bytes) const noexcept {
  if (layout_.size() == 0) return 0;
  const BasicRun whole = sum(basics_);
  std::uint64_t count = bytes / whole.size * whole.count;
  std::uint64_t left = bytes % whole.size;
  for (const BasicRun& run : basics_) {
    const std::uint64_t here = std::min(left / run.size, run.count);
    count += here;
    left -= here * run.size;
    if (here < run.count) break;
  }
  return left == 0 ? static_cast<MPI_Count>(count) : MPI_UNDEFINED;
}

std::uint64_t Datatype::bytes_of_basics(std::uint64_t count) const noexcept {
  if (layout_.size() == 0) return 0;
  const BasicRun whole = sum(basics_);
  std::uint64_t bytes = count / whole.count * whole.size;
  std::uint64_t left = count % whole.count;
  for (const BasicRun& run : basics_) {
    const std::uint64_t here = std::min(left, run.count);
    bytes += here * run.size;
    left -= here;
  }
  return bytes;
}

Status make_contiguous(Process& process, Datatype& base, MPI_Count count, Datatype** out) {
  PENSTOCK_TRY(not_negative(count, "count"));
  Layout layout;
  PENSTOCK_TRY(Layout::vector(base.layout(), 1, count, 0, &layout));
  return add_derived(process, std::move(layout), {MPI_COMBINER_CONTIGUOUS, {count}}, base, out);
}

Status make_vector(Process& process, Datatype& base, MPI_Count count, MPI_Count blocklength, MPI_Count stride, Datatype** out) {
  PENSTOCK_TRY(not_negative(count, "count"));
  PENSTOCK_TRY(not_negative(blocklength, "blocklength"));
  std::int64_t stride_bytes = 0;
  if (__builtin_mul_overflow(stride, base.layout().extent(), &stride_bytes)) {
    return Status::error(Code::kArg, "a stride of {} elements of {} bytes exceeds the address space", stride,
                         base.layout().extent());
  }
  Layout layout;
  PENSTOCK_TRY(Layout::vector(base.layout(), count, blocklength, stride_bytes, &layout));
  return add_derived(process, std::move(layout), {MPI_COMBINER_VECTOR, {count, blocklength, stride}}, base, out);
}

Status make_hvector(Process& process, Datatype& base, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                    Datatype** out) {
  PENSTOCK_TRY(not_negative(count, "count"));
  PENSTOCK_TRY(not_negative(blocklength, "blocklength"));
  Layout layout;
  PENSTOCK_TRY(Layout::vector(base.layout(), count, blocklength, stride, &layout));
  return add_derived(process, std::move(layout), {MPI_COMBINER_HVECTOR, {count, blocklength, stride}}, base, out);
}

Status make_indexed_block(Process& process, Datatype& base, MPI_Count blocklength, std::span<const MPI_Count> displacements,
                          Datatype** out) {
  PENSTOCK_TRY(not_negative(blocklength, "blocklength"));
  std::vector<std::int64_t> offsets(displacements.size());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (!__builtin_mul_overflow(displacements[i], base.layout().extent(), &offsets[i])) continue;
    return Status::error(Code::kArg, "displacement {} of {} elements of {} bytes exceeds the address space", i,
                         displacements[i], base.layout().extent());
  }
  Layout layout;
  PENSTOCK_TRY(Layout::blocks(base.layout(), blocklength, offsets, &layout));
  Envelope envelope{MPI_COMBINER_INDEXED_BLOCK, {static_cast<MPI_Count>(displacements.size()), blocklength}};
  envelope.numbers.insert(envelope.numbers.end(), displacements.begin(), displacements.end());
  return add_derived(process, std::move(layout), std::move(envelope), base, out);
}

Status make_struct(Process& process, std::span<const StructBlock> blocks, Datatype** out) {
  Envelope envelope{MPI_COMBINER_STRUCT, {static_cast<MPI_Count>(blocks.size())}};
  std::vector<Layout::Block> rows;
  std::vector<Datatype*> bases;
  Basics basics;
  std::int64_t alignment = 1;
  for (const StructBlock& block : blocks) {
    PENSTOCK_TRY(not_negative(block.blocklength, "a block length"));
    const Layout& element = block.base->layout();
    rows.push_back({&element, block.blocklength, block.offset});
    bases.push_back(block.base);
    envelope.numbers.push_back(block.blocklength);
    if (block.blocklength > 0) alignment = std::max(alignment, block.base->alignment());
  }
  for (const StructBlock& block : blocks) envelope.numbers.push_back(block.offset);
  Layout layout;
  PENSTOCK_TRY(Layout::structure(rows, alignment, &layout));
  for (const StructBlock& block : blocks) {
    const std::uint64_t bytes = block.base->layout().size() * static_cast<std::uint64_t>(block.blocklength);
    PENSTOCK_TRY(append_basics(&basics, block.base->basics(), bytes));
  }
  // A type without blocks is derived all the same: MPI_Type_free takes it.
  if (bases.empty()) bases.push_back(process.datatypes().find(number_of(MPI_BYTE)));
  auto made = Ref<Datatype>::adopt(new Datatype(std::move(layout), std::move(envelope), bases, std::move(basics)));
  return process.publish(std::move(made), out);
}

Status make_subarray(Process& process, Datatype& base, std::span<const MPI_Count> sizes, std::span<const MPI_Count> subsizes,
                     std::span<const MPI_Count> starts, int order, Datatype** out) {
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN) {
    return Status::error(Code::kArg, "order is {}, neither MPI_ORDER_C nor MPI_ORDER_FORTRAN", order);
  }
  if (sizes.empty()) return Status::error(Code::kArg, "ndims is 0, a subarray has at least one dimension");
  PENSTOCK_TRY(check_subarray(sizes, subsizes, starts));
  Envelope envelope{MPI_COMBINER_SUBARRAY, {sizes.begin(), sizes.end()}, order};
  envelope.numbers.insert(envelope.numbers.end(), subsizes.begin(), subsizes.end());
  envelope.numbers.insert(envelope.numbers.end(), starts.begin(), starts.end());
  // The layout counts dimensions from the slowest on, as C does.
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
  return add_derived(process, std::move(layout), std::move(envelope), base, out);
}

Status dup_datatype(Process& process, Datatype& base, Datatype** out) {
  const auto kept = Ref<Datatype>::share(base);
  Attributes copied;
  PENSTOCK_TRY(base.attributes.copy(base.handle, &copied));
  PENSTOCK_TRY(add_derived(process, base.layout(), {MPI_COMBINER_DUP, {}}, base, out));
  (*out)->attributes = std::move(copied);
  if (base.committed()) (*out)->commit();
  return Status::ok();
}

Status free_datatype(Process& process, Datatype& datatype) {
  if (datatype.predefined()) {
    return Status::error(Code::kType, "{} is predefined and cannot be freed", datatype.name());
  }
  const auto kept = Ref<Datatype>::share(datatype);
  PENSTOCK_TRY(datatype.attributes.clear(datatype.handle));
  process.withdraw(datatype);
  return Status::ok();
}

}  // namespace penstock::core
