// One kernel of an accumulate: the elements that it handles, and its data that must be in pinned memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/accumulate/accumulate.hpp"
#include "kernels/copy/strided.hpp"
#include "proto/rma/extents.hpp"
#include "proto/rma/reached.hpp"

namespace penstock::proto::rma {

// Parts of pinned memory begin at multiples of this size.
inline constexpr std::uint64_t kPinnedUnit = 16;

struct KernelElements {
  // The elements in the region: by a shape, or by extents of whole elements. Every shape starts at its packed byte `first`.
  const kernels::Strided* shape = nullptr;
  std::uint64_t first = 0;
  std::span<const Extent> extents;
  std::uint64_t count = 0;
  const std::byte* operand = nullptr;
  const kernels::AccumulateShape* operand_shape = nullptr;  // shape of an operand that is reached; null: packed
  bool operand_reached = false;                             // the device reads the operand directly; else it is copied now
  const std::byte* compare = nullptr;
  bool compare_reached = false;
  bool wants_old = false;
  std::byte* result = nullptr;                             // the device writes the results here; null: into pinned memory
  const kernels::AccumulateShape* result_shape = nullptr;  // null: packed
  bool after_earlier = false;  // runs after kernels that are under way, all of them DeviceExecutor::Run::in_order
};

// Converts a shape to the form that kernels use.
[[nodiscard]] kernels::AccumulateShape accumulate_shape(const kernels::Strided& shape) noexcept;

// The object and its arguments stay in place until the kernel is launched.
class KernelTask {
 public:
  // `listed` is overwritten with the extents.
  KernelTask(const Reached& reached, const Fold& fold, const KernelElements& elements,
             std::vector<kernels::AccumulateExtent>* listed);
  KernelTask(const KernelTask&) = delete;
  KernelTask& operator=(const KernelTask&) = delete;

  // Fails with Code::kUnsupported if no kernel computes the operation.
  Status check() const;
  [[nodiscard]] const kernels::AccumulateTask& task() const noexcept { return task_; }
  // Returns the total bytes of its elements.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  // Tells if results are written to pinned memory.
  [[nodiscard]] bool fetches_results() const noexcept { return elements_.wants_old && elements_.result == nullptr; }
  // Tells if operands and extents are too long to travel with the launch, or results are fetched.
  [[nodiscard]] bool needs_pinned() const noexcept { return !travels_ || fetches_results(); }
  // Copies to pinned memory the data that do not travel. Returns the offset of the results in it.
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
  std::uint64_t compared_ = 0;  // bytes of comparisons that the device does not reach
  bool known_ = false;          // a kernel computes the operation
  bool travels_ = false;
};

}  // namespace penstock::proto::rma
