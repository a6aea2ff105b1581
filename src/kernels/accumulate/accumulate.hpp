// Accumulates on memory of GPUs by kernels: every element is changed in one step, whoever else does so at the same time by
// these kernels, on this GPU or on one whose atomics reach the memory.
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

// Elements of so many bytes are changed in one step, each at a multiple of its length.
[[nodiscard]] constexpr bool accumulates(std::uint64_t element_bytes) noexcept {
  return element_bytes == 1 || element_bytes == 2 || element_bytes == 4 || element_bytes == 8;
}

// What happens to an element.
struct Accumulating {
  AccumulateStep step = AccumulateStep::kRead;
  FoldKind kind = FoldKind::kNone;
  std::uint32_t operation = 0;
};
// What find_folding() has, of elements that accumulates() takes. The results are those of base/reduce but for which NaN comes
// of a sum.
[[nodiscard]] bool find_accumulating(base::Operation operation, base::Element element, Accumulating* out) noexcept;

// Packed elements: at an address that the queue's device reaches, a multiple of their length, or bytes that are read now.
struct AccumulateOperand {
  std::uint64_t address = 0;
  const std::byte* here = nullptr;
  const AccumulateShape* shape = nullptr;  // not packed: offsets from the address, which are multiples of their length, too
};

// The target's elements lie by `shape` (offsets from `target`; packed bytes from `first` on, of every shape) or by `extents`,
// which do not overlap. What is `here` takes at most kAccumulateBytesHere, each of its parts counted in steps of 16.
struct AccumulateTask {
  Accumulating what = {};
  std::uint32_t width = 0;  // of an element
  std::uint64_t count = 0;
  std::uint64_t target = 0;
  const AccumulateShape* shape = nullptr;
  std::uint64_t first = 0;
  std::span<const AccumulateExtent> extents = {};  // without the last, which says how many elements there are
  std::uint64_t extents_address = 0;               // where the device reads them and the last; 0: they are `here`
  AccumulateOperand operand = {};                  // of a step that needs one
  AccumulateOperand compare = {};                  // packed
  std::uint64_t result = 0;                        // gets what was there, as operands lie; 0: not wanted
  const AccumulateShape* result_shape = nullptr;   // null: packed
  bool after_others = false;                       // earlier work of the queue comes before it, which may be under way
};

// Reads the task now; `*out` is done when the elements are changed for everybody, and the result is there.
// Code::kInternal for a task that is none.
Status accumulate(const Config& config, accel::Queue& queue, const AccumulateTask& task, accel::Ticket* out);

}  // namespace penstock::kernels
