#include "kernels/fold/fold.hpp"

#include <algorithm>
#include <iterator>

#include "base/reduce/reduce.hpp"

namespace penstock::kernels {
namespace {

using base::Element;
using base::Operation;

// Blocks have half of the threads that fold_list.inc allows, and half of a multiprocessor's registers, so that blocks of the
// application can run beside them.
constexpr std::uint64_t kMostThreads = 256;
constexpr std::uint64_t kMostBlocks = 65535;
constexpr std::uint32_t kQuadBytes = 16;
constexpr std::string_view kCopyKernel = "penstock_fold_copy";
constexpr std::string_view kAnyKernel = "penstock_fold_any";

// CommonKernel lists the kinds with kernels of their own, for fold_kind::Common.
struct CommonKernel {
  FoldKind kind;
  std::string_view name;
};
constexpr CommonKernel kCommonKernels[] = {
#define PENSTOCK_FOLD_KIND(kind, ...) {FoldKind::of_##kind, "penstock_fold_" #kind},
#include "kernels/fold/fold_common.inc"
#undef PENSTOCK_FOLD_KIND
};

// `order` is the kind for minimum and maximum, where the sign matters. `sum` is, for a complex number, the kind of its parts.
struct Row {
  Element element;
  std::uint32_t bytes;
  FoldKind kind;
  FoldKind order;
  FoldKind sum;
};

// GPUs have no arithmetic for elements that are not listed here.
constexpr Row kRows[] = {
    {Element::kInt8, 1, FoldKind::of_uint8, FoldKind::of_int8, FoldKind::kNone},
    {Element::kInt16, 2, FoldKind::of_uint16, FoldKind::of_int16, FoldKind::kNone},
    {Element::kInt32, 4, FoldKind::of_uint32, FoldKind::of_int32, FoldKind::kNone},
    {Element::kInt64, 8, FoldKind::of_uint64, FoldKind::of_int64, FoldKind::kNone},
    {Element::kPlainInt8, 1, FoldKind::of_uint8, FoldKind::of_int8, FoldKind::kNone},
    {Element::kPlainInt16, 2, FoldKind::of_uint16, FoldKind::of_int16, FoldKind::kNone},
    {Element::kPlainInt32, 4, FoldKind::of_uint32, FoldKind::of_int32, FoldKind::kNone},
    {Element::kPlainInt64, 8, FoldKind::of_uint64, FoldKind::of_int64, FoldKind::kNone},
    {Element::kUint8, 1, FoldKind::of_uint8, FoldKind::kNone, FoldKind::kNone},
    {Element::kUint16, 2, FoldKind::of_uint16, FoldKind::kNone, FoldKind::kNone},
    {Element::kUint32, 4, FoldKind::of_uint32, FoldKind::kNone, FoldKind::kNone},
    {Element::kUint64, 8, FoldKind::of_uint64, FoldKind::kNone, FoldKind::kNone},
    {Element::kHalf, 2, FoldKind::of_half, FoldKind::kNone, FoldKind::kNone},
    {Element::kBfloat16, 2, FoldKind::of_bfloat16, FoldKind::kNone, FoldKind::kNone},
    {Element::kFloat8E4M3, 1, FoldKind::of_float8_e4m3, FoldKind::kNone, FoldKind::kNone},
    {Element::kFloat8E5M2, 1, FoldKind::of_float8_e5m2, FoldKind::kNone, FoldKind::kNone},
    {Element::kFloat, 4, FoldKind::of_float, FoldKind::kNone, FoldKind::kNone},
    {Element::kDouble, 8, FoldKind::of_double, FoldKind::kNone, FoldKind::kNone},
    {Element::kComplexHalf, 4, FoldKind::of_complex_half, FoldKind::kNone, FoldKind::of_half},
    {Element::kComplexFloat, 8, FoldKind::of_complex_float, FoldKind::kNone, FoldKind::of_float},
    {Element::kComplexDouble, 16, FoldKind::of_complex_double, FoldKind::kNone, FoldKind::of_double},
    {Element::kLogical8, 1, FoldKind::of_uint8, FoldKind::kNone, FoldKind::kNone},
    {Element::kLogical16, 2, FoldKind::of_uint16, FoldKind::kNone, FoldKind::kNone},
    {Element::kLogical32, 4, FoldKind::of_uint32, FoldKind::kNone, FoldKind::kNone},
    {Element::kLogical64, 8, FoldKind::of_uint64, FoldKind::kNone, FoldKind::kNone},
    {Element::kByte, 1, FoldKind::of_uint8, FoldKind::kNone, FoldKind::kNone},
    {Element::kFloatInt, 8, FoldKind::of_float_int, FoldKind::kNone, FoldKind::kNone},
    {Element::kDoubleInt, 16, FoldKind::of_double_int, FoldKind::kNone, FoldKind::kNone},
    {Element::kLongInt, 16, FoldKind::of_long_int, FoldKind::kNone, FoldKind::kNone},
    {Element::kTwoInt, 8, FoldKind::of_two_int, FoldKind::kNone, FoldKind::kNone},
    {Element::kShortInt, 8, FoldKind::of_short_int, FoldKind::kNone, FoldKind::kNone},
    {Element::kTwoReal, 8, FoldKind::of_two_real, FoldKind::kNone, FoldKind::kNone},
    {Element::kTwoDouble, 16, FoldKind::of_two_double, FoldKind::kNone, FoldKind::kNone},
    {Element::kTwoInteger, 8, FoldKind::of_two_int, FoldKind::kNone, FoldKind::kNone},
};

bool is_order(Operation operation) noexcept {
  return operation == Operation::kMin || operation == Operation::kMax;
}

std::string_view kernel_of(FoldKind kind, Operation operation) noexcept {
  if (operation != Operation::kSum && !is_order(operation)) return kAnyKernel;
  const auto* const own = std::ranges::find(kCommonKernels, kind, &CommonKernel::kind);
  return own == std::end(kCommonKernels) ? kAnyKernel : own->name;
}

Folding folding_of(const Row& row, Operation operation) noexcept {
  const bool of_parts = operation == Operation::kSum && row.sum != FoldKind::kNone;
  const FoldKind whole = is_order(operation) && row.order != FoldKind::kNone ? row.order : row.kind;
  const FoldKind kind = of_parts ? row.sum : whole;
  const std::uint32_t elements = of_parts ? 2 : 1;
  return {kernel_of(kind, operation), static_cast<std::uint32_t>(operation), elements, row.bytes / elements, kind};
}

Status check(const FoldTask& task) {
  const bool counts = !task.sources.empty() && task.sources.size() <= kMostFolded && task.targets.size() <= kMostFolded;
  const bool pairs = task.form == FoldForm::kTotal || task.sources.size() == task.targets.size();
  const bool copies = task.folding.kernel != kCopyKernel || (task.sources.size() == 1 && task.form == FoldForm::kTotal);
  if (counts && pairs && copies) return Status::ok();
  return Status::error(Code::kInternal, "{} of {} sources to {} targets, form {}", task.folding.kernel, task.sources.size(),
                       task.targets.size(), static_cast<std::uint32_t>(task.form));
}

// Returns the bits in which two addresses differ.
std::uint64_t differences(const FoldArguments& arguments) noexcept {
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < arguments.sources; ++i) bits |= arguments.source[i] ^ arguments.source[0];
  for (std::uint32_t i = 0; i < arguments.targets; ++i) {
    if (arguments.target[i] != 0) bits |= arguments.target[i] ^ arguments.source[0];
  }
  return bits;
}

// Sets the widest access for which all addresses have an equal offset. For a fold it is a Quad, before which whole elements are
// processed, or none.
void set_width(const FoldTask& task, FoldArguments* out) noexcept {
  const std::uint64_t bits = differences(*out);
  std::uint32_t width = kQuadBytes;
  while ((bits & (width - 1)) != 0) width /= 2;
  const auto bytes = static_cast<std::uint32_t>((0 - out->source[0]) & (width - 1));
  const bool fits = bytes % task.folding.element_bytes == 0;
  if ((width < kQuadBytes || !fits) && task.folding.kernel != kCopyKernel) return;
  out->width = width;
  out->lead = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes / task.folding.element_bytes, out->count));
}

FoldArguments arguments_of(const FoldTask& task) noexcept {
  FoldArguments out;
  out.count = task.count * task.folding.elements_per;
  out.sources = static_cast<std::uint32_t>(task.sources.size());
  out.targets = static_cast<std::uint32_t>(task.targets.size());
  out.operation = task.folding.operation;
  out.kind = task.folding.kind;
  out.form = static_cast<std::uint32_t>(task.form);
  std::copy(task.sources.begin(), task.sources.end(), out.source);
  std::copy(task.targets.begin(), task.targets.end(), out.target);
  if (task.form == FoldForm::kPrefixBefore) out.target[0] = 0;
  set_width(task, &out);
  return out;
}

}  // namespace

bool find_folding(base::Operation operation, base::Element element, Folding* out) noexcept {
  const Row* const row = std::find_if(std::begin(kRows), std::end(kRows), [=](const Row& r) { return r.element == element; });
  if (row == std::end(kRows) || base::find_kernel(base::Simd::kNone, operation, element) == nullptr) return false;
  *out = folding_of(*row, operation);
  return true;
}

Folding copying() noexcept {
  return {kCopyKernel, 0, 1, 1, FoldKind::kNone};
}

Status fold(const Config& config, accel::Queue& queue, const FoldTask& task, unsigned most_blocks, accel::Ticket* out) {
  PENSTOCK_TRY(check(task));
  if (task.count == 0 || task.targets.empty()) return queue.mark(out);
  FoldArguments arguments = arguments_of(task);
  const std::uint64_t bytes = arguments.count * task.folding.element_bytes;
  const std::uint64_t access = std::max(arguments.width, task.folding.element_bytes);
  const std::uint64_t units = (bytes + access - 1) / access;
  const std::uint64_t most_threads = std::min(kMostThreads, static_cast<std::uint64_t>(queue.limits().block_threads));
  const std::uint64_t threads = std::min(most_threads, (units + 31) / 32 * 32);
  const auto grid = config.kernel_grid > 0 ? static_cast<std::uint64_t>(config.kernel_grid) : kMostBlocks;
  const std::uint64_t blocks =
      std::min({(units + threads - 1) / threads, grid, static_cast<std::uint64_t>(std::max(most_blocks, 1U))});
  return queue.launch_and_mark(task.folding.kernel, {static_cast<unsigned>(blocks), 1, 1},
                               {static_cast<unsigned>(threads), 1, 1}, &arguments, sizeof arguments, &arguments.finish, out);
}

}  // namespace penstock::kernels
