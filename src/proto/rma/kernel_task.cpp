#include "proto/rma/kernel_task.hpp"

#include <algorithm>
#include <cstring>

namespace penstock::proto::rma {
namespace {

using kernels::AccumulateExtent;
using kernels::AccumulateStep;

constexpr std::uint64_t rounded(std::uint64_t bytes) noexcept {
  return (bytes + kPinnedUnit - 1) / kPinnedUnit * kPinnedUnit;
}

bool step_of(const Fold& fold, kernels::Accumulating* out) noexcept {
  if (fold.reads_only()) return *out = {AccumulateStep::kRead}, true;
  if (fold.compares) return *out = {AccumulateStep::kCompareExchange}, true;
  if (fold.op == AccumulateOp::kReplace) return *out = {AccumulateStep::kExchange}, true;
  return kernels::find_accumulating(static_cast<base::Operation>(fold.op), fold.element, out);
}

// Places the parts in pinned memory, one after another.
class Packer {
 public:
  explicit Packer(std::byte* memory) : memory_(memory) {}
  std::uint64_t reserve(std::uint64_t bytes) noexcept {
    const std::uint64_t at = used_;
    used_ += rounded(bytes);
    return at;
  }
  std::uint64_t add(const void* from, std::uint64_t bytes) noexcept {
    std::byte* const at = memory_ + reserve(bytes);
    std::memcpy(at, from, bytes);
    return reinterpret_cast<std::uint64_t>(at);
  }

 private:
  std::byte* memory_;
  std::uint64_t used_ = 0;
};

std::uint64_t address_if(bool reached, const std::byte* at) noexcept {
  return reached ? reinterpret_cast<std::uint64_t>(at) : 0;
}

}  // namespace

kernels::AccumulateShape accumulate_shape(const kernels::Strided& shape) noexcept {
  static_assert(kernels::AccumulateShape::kDims == kernels::kMaxDims);
  kernels::AccumulateShape out;
  out.base = shape.base;
  out.block = shape.block;
  out.dims = shape.dims;
  std::ranges::copy(shape.count, out.count);
  std::ranges::copy(shape.stride, out.stride);
  return out;
}

KernelTask::KernelTask(const Reached& reached, const Fold& fold, const KernelElements& elements,
                       std::vector<AccumulateExtent>* listed)
    : fold_(fold), elements_(elements), bytes_(elements.count * fold.bytes), listed_(*listed) {
  known_ = step_of(fold, &task_.what);
  task_.width = fold.bytes;
  task_.count = elements.count;
  task_.target = reached.on_gpu;
  task_.first = elements.first;
  task_.after_others = elements.after_earlier;
  if (elements.shape != nullptr) {
    shape_ = accumulate_shape(*elements.shape);
    task_.shape = &shape_;
  }
  list_extents();
  set_operands();
  if (!elements.wants_old || elements.result == nullptr) return;
  task_.result = reinterpret_cast<std::uint64_t>(elements.result);
  task_.result_shape = elements.result_shape;
}

Status KernelTask::check() const {
  return known_ ? Status::ok() : Status::error(Code::kUnsupported, "no kernel computes that");
}

// Adds a last entry, which holds the number of elements.
void KernelTask::list_extents() {
  listed_.clear();
  if (elements_.extents.empty()) return;
  std::uint64_t element = 0;
  for (const Extent& each : elements_.extents) {
    listed_.push_back({each.offset, element});
    element += each.bytes / fold_.bytes;
  }
  listed_.push_back({0, element});
  task_.extents = std::span(listed_).first(elements_.extents.size());
}

void KernelTask::set_operands() {
  const KernelElements& from = elements_;
  if (!fold_.reads_only()) {
    task_.operand = {address_if(from.operand_reached, from.operand), from.operand, from.operand_shape};
    task_.compare = {address_if(from.compare_reached, from.compare), from.compare};
    copied_ = from.operand_reached ? 0 : bytes_;
  }
  compared_ = fold_.compares && !from.compare_reached ? bytes_ : 0;
  const std::uint64_t luggage = rounded(copied_) + rounded(compared_) + listed_.size() * sizeof(AccumulateExtent);
  travels_ = luggage <= kernels::kAccumulateBytesHere;
}

std::uint64_t KernelTask::use_pinned(std::byte* memory) {
  Packer packer(memory);
  if (!travels_) {
    if (copied_ != 0) task_.operand = {packer.add(elements_.operand, copied_), nullptr};
    if (compared_ != 0) task_.compare = {packer.add(elements_.compare, compared_), nullptr};
    if (!listed_.empty()) task_.extents_address = packer.add(listed_.data(), listed_.size() * sizeof(AccumulateExtent));
  }
  if (!fetches_results()) return 0;
  const std::uint64_t results = packer.reserve(bytes_);
  task_.result = reinterpret_cast<std::uint64_t>(memory + results);
  return results;
}

}  // namespace penstock::proto::rma
