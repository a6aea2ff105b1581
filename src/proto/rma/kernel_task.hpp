// One kernel of an accumulate: which elements it takes, and what has to lie in pinned memory for it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/accumulate/accumulate.hpp"
#include "kernels/copy/strided.hpp"
#include "proto/rma/extents.hpp"
#include "proto/rma/reached.hpp"

namespace penstock::proto::rma {

// Parts of pinned memory begin at multiples of it.
inline constexpr std::uint64_t kPinnedUnit = 16;

struct KernelElements {
  // Where they lie in the region: by a shape, or by extents of whole elements. Every shape counts from its packed byte
  // `first`.
  const kernels::Strided* shape = nullptr;
  std::uint64_t first = 0;
  std::span<const Extent> extents;
  std::uint64_t count = 0;
  const std::byte* operand = nullptr;
  const kernels::AccumulateShape* operand_shape = nullptr;  // of one that is reached; null: packed
  bool operand_reached = false;                             // the device reads it where it lies; else it is copied now
  const std::byte* compare = nullptr;
  bool compare_reached = false;
  bool wants_old = false;
  std::byte* result = nullptr;                             // the device writes it here; null: into pinned memory
  const kernels::AccumulateShape* result_shape = nullptr;  // null: packed
  bool after_earlier = false;  // it comes after kernels that are under way, all DeviceExecutor::Run::in_order
};

// Such a shape, as kernels take it.
[[nodiscard]] kernels::AccumulateShape accumulate_shape(const kernels::Strided& shape) noexcept;

// It and all that it was made of lie still until the kernel is launched.
class KernelTask {
 public:
  // `listed` is used for the extents, whatever is in it.
  KernelTask(const Reached& reached, const Fold& fold, const KernelElements& elements,
             std::vector<kernels::AccumulateExtent>* listed);
  KernelTask(const KernelTask&) = delete;
  KernelTask& operator=(const KernelTask&) = delete;

  // Code::kUnsupported: no kernel computes that.
  Status check() const;
  [[nodiscard]] const kernels::AccumulateTask& task() const noexcept { return task_; }
  // The length of its elements.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  // Results come to pinned memory.
  [[nodiscard]] bool fetches_results() const noexcept { return elements_.wants_old && elements_.result == nullptr; }
  // Operands and extents are too long to travel with the launch, or results come.
  [[nodiscard]] bool needs_pinned() const noexcept { return !travels_ || fetches_results(); }
  // Copies to pinned memory what does not travel. Returns where in it the results will be.
  std::uint64_t use_pinned(std::byte* memory);

 private:
  void list_extents();
  void set_operands();

  const Fold& fold_;
  const KernelElements& elements_;
  const std::uint64_t bytes_;
  kernels::AccumulateTask task_;
  kernels::AccumulateShape shape_;
  std::vector<kernels::AccumulateExtent>& listed_;
  std::uint64_t copied_ = 0;    // bytes of operands that the device does not reach
  std::uint64_t compared_ = 0;  // and of comparisons
  bool known_ = false;          // a kernel computes it
  bool travels_ = false;
};

}  // namespace penstock::proto::rma
