#include "kernels/accumulate/accumulate.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/fold/fold.hpp"

namespace penstock::kernels {
namespace {

using base::Operation;

constexpr std::uint64_t kMostThreads = 256;  // as accumulate_list.inc has it
constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kBlocksPerProcessor = 8;  // blocks of this size that a multiprocessor holds
constexpr std::uint64_t kMostOfResident = 4096;   // elements of one block
constexpr std::uint32_t kPlace = 16;              // alignment of the parts of `here`
constexpr std::uint64_t kLongExtent = 8;          // a warp shares an extent of this many elements or more

bool native_width(std::uint32_t bytes) noexcept {
  return bytes == 4 || bytes == 8;
}

// The hardware addition of floats flushes subnormal numbers to 0, so they are added by the kernel.
AccumulateStep step_of(Operation operation, FoldKind kind) noexcept {
  const bool has_sign = kind == FoldKind::of_int32 || kind == FoldKind::of_int64;
  const bool is_integer = has_sign || kind == FoldKind::of_uint32 || kind == FoldKind::of_uint64;
  if (operation == Operation::kSum && kind == FoldKind::of_double) return AccumulateStep::kAddDouble;
  if (!is_integer) return AccumulateStep::kCombine;
  switch (operation) {
    case Operation::kSum: return AccumulateStep::kAdd;
    case Operation::kBand: return AccumulateStep::kAnd;
    case Operation::kBor: return AccumulateStep::kOr;
    case Operation::kBxor: return AccumulateStep::kXor;
    case Operation::kMin: return has_sign ? AccumulateStep::kMinSigned : AccumulateStep::kMin;
    case Operation::kMax: return has_sign ? AccumulateStep::kMaxSigned : AccumulateStep::kMax;
    default: return AccumulateStep::kCombine;
  }
}

// Luggage places data that travel with the launch one behind the other. Returns false if they do not fit.
class Luggage {
 public:
  explicit Luggage(AccumulateArguments& arguments) : arguments_(arguments) {}
  bool add(const void* bytes, std::uint64_t length, std::uint32_t* at) {
    *at = used_;
    if (length > kAccumulateBytesHere - used_) return false;
    std::memcpy(arguments_.here + used_, bytes, length);
    used_ += (static_cast<std::uint32_t>(length) + kPlace - 1) / kPlace * kPlace;
    return true;
  }
  bool add(const AccumulateOperand& operand, std::uint64_t length, std::uint64_t* address, std::uint32_t* at) {
    *address = operand.address;
    return operand.address != 0 || (operand.here != nullptr && add(operand.here, length, at));
  }

 private:
  AccumulateArguments& arguments_;
  std::uint32_t used_ = 0;
};

bool put_operands(const AccumulateTask& task, AccumulateArguments* out) {
  Luggage luggage(*out);
  const std::uint64_t bytes = task.count * task.width;
  const AccumulateStep step = task.what.step;
  if (step != AccumulateStep::kRead && !luggage.add(task.operand, bytes, &out->operand, &out->operand_at)) return false;
  if (step == AccumulateStep::kCompareExchange && !luggage.add(task.compare, bytes, &out->compare, &out->compare_at)) {
    return false;
  }
  out->extents = task.extents_address;
  if (task.extents.empty() || task.extents_address != 0) return true;
  // The last extent follows the others; add() leaves room for it only if asked.
  std::uint32_t last = 0;
  const AccumulateExtent end{0, task.count};
  static_assert(sizeof end == kPlace);
  return luggage.add(task.extents.data(), task.extents.size_bytes(), &out->extents_at) && luggage.add(&end, sizeof end, &last);
}

struct Grid {
  std::uint64_t threads = 1;
  std::uint64_t blocks = 1;
};
Grid grid_of(const Config& config, const accel::DeviceLimits& limits, std::uint64_t work) noexcept {
  const std::uint64_t most_threads = std::min(kMostThreads, static_cast<std::uint64_t>(limits.block_threads));
  const std::uint64_t threads = std::min(most_threads, (work + kWarp - 1) / kWarp * kWarp);
  const auto held = kBlocksPerProcessor * static_cast<std::uint64_t>(std::max(limits.multiprocessors, 1));
  const auto most = config.kernel_grid > 0 ? static_cast<std::uint64_t>(config.kernel_grid) : held;
  return {threads, std::min((work + threads - 1) / threads, most)};
}

}  // namespace

bool find_accumulating(Operation operation, base::Element element, Accumulating* out) noexcept {
  Folding folding;
  if (!find_folding(operation, element, &folding)) return false;
  if (!accumulates(std::uint64_t{folding.element_bytes} * folding.elements_per)) return false;
  const bool whole = folding.elements_per == 1 && native_width(folding.element_bytes);
  *out = {whole ? step_of(operation, folding.kind) : AccumulateStep::kCombine, folding.kind, folding.operation};
  return true;
}

Status accumulate(const Config& config, accel::Queue& queue, const AccumulateTask& task, accel::Ticket* out) {
  if (task.count == 0) return queue.mark(out);
  AccumulateArguments arguments;
  const bool placed = task.shape != nullptr || !task.extents.empty();
  if (!placed || !accumulates(task.width) || !put_operands(task, &arguments)) {
    return Status::error(Code::kInternal, "an accumulate of {} elements of {} bytes in {} extents", task.count, task.width,
                         task.extents.size());
  }
  arguments.target = task.target;
  arguments.count = task.count;
  arguments.result = task.result;
  arguments.step = task.what.step;
  arguments.width = task.width;
  arguments.kind = task.what.kind;
  arguments.operation = task.what.operation;
  arguments.extent_count = static_cast<std::uint32_t>(task.extents.size());
  arguments.first = task.first;
  if (task.shape != nullptr) arguments.shape = *task.shape;
  if (task.operand.shape != nullptr && arguments.operand != 0) arguments.operand_shape = *task.operand.shape;
  if (task.result_shape != nullptr) arguments.result_shape = *task.result_shape;
  std::uint64_t work = task.count;
  if (!task.extents.empty()) {
    const bool shared = task.count / task.extents.size() >= kLongExtent;
    arguments.lanes = shared ? static_cast<std::uint32_t>(kWarp) : 1;
    work = task.extents.size() * arguments.lanes;
  }
  const Grid grid = grid_of(config, queue.limits(), work);
  if (!task.after_others && task.count <= kMostOfResident) arguments.finish.job = kAccumulateJob;
  return queue.launch_and_mark(kAccumulateKernel, {static_cast<unsigned>(grid.blocks), 1, 1},
                               {static_cast<unsigned>(grid.threads), 1, 1}, &arguments, sizeof arguments, &arguments.finish,
                               out);
}

}  // namespace penstock::kernels
