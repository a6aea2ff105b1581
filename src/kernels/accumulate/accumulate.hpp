// Kernels accumulate on GPU memory: every element is updated atomically with respect to other updates by these kernels, on this
// GPU or on one whose atomics reach the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "accel/accel.hpp"
#include "base/reduce/element.hpp"
#include "base/reduce/operation.hpp"
#include "kernels/accumulate/accumulate_arguments.hpp"

namespace penstock::kernels {

inline constexpr std::string_view kAccumulateKernel = "penstock_accumulate";

// Returns true if elements of this many bytes are updated atomically, each at a multiple of its length.
[[nodiscard]] constexpr bool accumulates(std::uint64_t element_bytes) noexcept {
  return element_bytes == 1 || element_bytes == 2 || element_bytes == 4 || element_bytes == 8;
}

// Accumulating is the operation on an element.
struct Accumulating {
  AccumulateStep step = AccumulateStep::kRead;
  FoldKind kind = FoldKind::kNone;
  std::uint32_t operation = 0;
};
// Finds the operation as find_folding() does, for elements that accumulates() accepts. The results are those of base/reduce,
// except for the choice of the NaN that a sum returns.
[[nodiscard]] bool find_accumulating(base::Operation operation, base::Element element, Accumulating* out) noexcept;

// AccumulateOperand has packed elements, either at an address that the queue's device can access, a multiple of their length,
// or in host memory that is read in the call.
struct AccumulateOperand {
  std::uint64_t address = 0;
  const std::byte* here = nullptr;
  const AccumulateShape* shape = nullptr;  // if not packed: offsets from the address, multiples of the element length
};

// The target's elements lie by `shape` (offsets from `target`; packed bytes from `first` on, of every shape) or by `extents`,
// which do not overlap. Data in `here` take at most kAccumulateBytesHere, with each part rounded up to 16 bytes.
struct AccumulateTask {
  Accumulating what = {};
  std::uint32_t width = 0;  // bytes of an element
  std::uint64_t count = 0;
  std::uint64_t target = 0;
  const AccumulateShape* shape = nullptr;
  std::uint64_t first = 0;
  std::span<const AccumulateExtent> extents = {};  // without the last, which has the number of elements
  std::uint64_t extents_address = 0;               // device address of all of them and the last; 0: in `here`
  AccumulateOperand operand = {};                  // for a step that needs one
  AccumulateOperand compare = {};                  // packed
  std::uint64_t result = 0;                        // gets the old values, laid out as the operands; 0: not wanted
  const AccumulateShape* result_shape = nullptr;   // null: packed
  bool after_others = false;                       // ordered behind earlier work of the queue, which may be running
};

// Reads the task in the call; `*out` is done when the updated elements are visible to all ranks and the result has arrived.
// Returns Code::kInternal for an invalid task.
Status accumulate(const Config& config, accel::Queue& queue, const AccumulateTask& task, accel::Ticket* out);

}  // namespace penstock::kernels
