#include "kernels/fold/fold.hpp"

#include <algorithm>
#include <iterator>

#include "base/reduce/reduce.hpp"

namespace penstock::kernels {
namespace {

using base::Element;
using base::Operation;

// Half of what fold_list.inc allows, and of a multiprocessor's registers: so blocks of the program find room beside.
constexpr std::uint64_t kMostThreads = 256;
constexpr std::uint64_t kMostBlocks = 65535;
constexpr std::uint32_t kQuadBytes = 16;
constexpr std::string_view kCopyKernel = "penstock_fold_copy";

// `order`: where the sign counts, for minimum and maximum. `sum`: of a complex number, its parts'.
struct Row {
  Element element;
  std::uint32_t bytes;
  std::string_view kernel;
  std::string_view order;
  std::string_view sum;
};

// What is not here, no GPU has arithmetic for.
constexpr Row kRows[] = {
    {Element::kInt8, 1, "penstock_fold_uint8", "penstock_fold_int8", {}},
    {Element::kInt16, 2, "penstock_fold_uint16", "penstock_fold_int16", {}},
    {Element::kInt32, 4, "penstock_fold_uint32", "penstock_fold_int32", {}},
    {Element::kInt64, 8, "penstock_fold_uint64", "penstock_fold_int64", {}},
    {Element::kPlainInt8, 1, "penstock_fold_uint8", "penstock_fold_int8", {}},
    {Element::kPlainInt16, 2, "penstock_fold_uint16", "penstock_fold_int16", {}},
    {Element::kPlainInt32, 4, "penstock_fold_uint32", "penstock_fold_int32", {}},
    {Element::kPlainInt64, 8, "penstock_fold_uint64", "penstock_fold_int64", {}},
    {Element::kUint8, 1, "penstock_fold_uint8", {}, {}},
    {Element::kUint16, 2, "penstock_fold_uint16", {}, {}},
    {Element::kUint32, 4, "penstock_fold_uint32", {}, {}},
    {Element::kUint64, 8, "penstock_fold_uint64", {}, {}},
    {Element::kHalf, 2, "penstock_fold_half", {}, {}},
    {Element::kBfloat16, 2, "penstock_fold_bfloat16", {}, {}},
    {Element::kFloat8E4M3, 1, "penstock_fold_float8_e4m3", {}, {}},
    {Element::kFloat8E5M2, 1, "penstock_fold_float8_e5m2", {}, {}},
    {Element::kFloat, 4, "penstock_fold_float", {}, {}},
    {Element::kDouble, 8, "penstock_fold_double", {}, {}},
    {Element::kComplexHalf, 4, "penstock_fold_complex_half", {}, "penstock_fold_half"},
    {Element::kComplexFloat, 8, "penstock_fold_complex_float", {}, "penstock_fold_float"},
    {Element::kComplexDouble, 16, "penstock_fold_complex_double", {}, "penstock_fold_double"},
    {Element::kLogical8, 1, "penstock_fold_uint8", {}, {}},
    {Element::kLogical16, 2, "penstock_fold_uint16", {}, {}},
    {Element::kLogical32, 4, "penstock_fold_uint32", {}, {}},
    {Element::kLogical64, 8, "penstock_fold_uint64", {}, {}},
    {Element::kByte, 1, "penstock_fold_uint8", {}, {}},
    {Element::kFloatInt, 8, "penstock_fold_float_int", {}, {}},
    {Element::kDoubleInt, 16, "penstock_fold_double_int", {}, {}},
    {Element::kLongInt, 16, "penstock_fold_long_int", {}, {}},
    {Element::kTwoInt, 8, "penstock_fold_two_int", {}, {}},
    {Element::kShortInt, 8, "penstock_fold_short_int", {}, {}},
    {Element::kTwoReal, 8, "penstock_fold_two_real", {}, {}},
    {Element::kTwoDouble, 16, "penstock_fold_two_double", {}, {}},
    {Element::kTwoInteger, 8, "penstock_fold_two_int", {}, {}},
};

Folding folding_of(const Row& row, Operation operation) noexcept {
  const auto number = static_cast<std::uint32_t>(operation);
  const bool ordered = operation == Operation::kMin || operation == Operation::kMax;
  if (operation == Operation::kSum && !row.sum.empty()) return {row.sum, number, 2, row.bytes / 2};
  return {ordered && !row.order.empty() ? row.order : row.kernel, number, 1, row.bytes};
}

Status check(const FoldTask& task) {
  const bool counts = !task.sources.empty() && task.sources.size() <= kMostFolded && task.targets.size() <= kMostFolded;
  const bool pairs = task.form == FoldForm::kTotal || task.sources.size() == task.targets.size();
  const bool copies = task.folding.kernel != kCopyKernel || (task.sources.size() == 1 && task.form == FoldForm::kTotal);
  if (counts && pairs && copies) return Status::ok();
  return Status::error(Code::kInternal, "{} of {} sources to {} targets, form {}", task.folding.kernel, task.sources.size(),
                       task.targets.size(), static_cast<std::uint32_t>(task.form));
}

// Bits in which two addresses differ.
std::uint64_t differences(const FoldArguments& arguments) noexcept {
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < arguments.sources; ++i) bits |= arguments.source[i] ^ arguments.source[0];
  for (std::uint32_t i = 0; i < arguments.targets; ++i) {
    if (arguments.target[i] != 0) bits |= arguments.target[i] ^ arguments.source[0];
  }
  return bits;
}

// The widest access for which all addresses have the same offset. Of a fold that is a Quad, which whole elements lead up to, or
// none.
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
  return {kCopyKernel, 0, 1, 1};
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
