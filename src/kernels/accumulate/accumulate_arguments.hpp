// These are the arguments of a launch of the accumulating kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accel/queue/flag.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace penstock::kernels {

// AccumulateStep computes an element's new value: the operations that memory itself executes on 4 and 8 bytes, and all others.
enum class AccumulateStep : std::uint32_t {
  kRead,  // the value does not change
  kExchange,
  kCompareExchange,
  kAdd,
  kAddDouble,
  kAnd,
  kOr,
  kXor,
  kMin,
  kMinSigned,
  kMax,
  kMaxSigned,
  kCombine,  // the operation of a fold
};

// AccumulateExtent has contiguous elements of the target: their place, and the number of the first.
struct AccumulateExtent {
  std::uint64_t offset = 0;
  std::uint64_t first = 0;
};

// AccumulateShape is a shape as Strided has it: `block` bytes, repeated count[0] times every stride[0] bytes, and all of that
// again.
struct AccumulateShape {
  static constexpr int kDims = 6;
  std::uint64_t base = 0;  // offset from the side's address
  std::uint64_t block = 0;
  std::int64_t dims = 0;
  std::uint64_t count[kDims] = {};
  std::int64_t stride[kDims] = {};
};

// The resident kernel uses this number, beside those of LlJob, for the work of this kernel.
inline constexpr std::uint32_t kAccumulateJob = 1U << 16;

// Operands and extents of at most this size travel with the launch, so that no thread waits for host memory.
inline constexpr std::uint32_t kAccumulateBytesHere = 1024;

// This is the parameter block of "penstock_accumulate". An address is 0 if there is no such memory or (operands, extents) if it
// is in `here`.
struct AccumulateArguments {
  accel::Finish finish;
  std::uint64_t target = 0;   // address of the region's base
  std::uint64_t count = 0;    // elements
  std::uint64_t operand = 0;  // packed, as the following ones, unless it has a shape
  std::uint64_t compare = 0;
  std::uint64_t result = 0;
  std::uint64_t extents = 0;  // AccumulateExtent, and one more that has the number of elements
  AccumulateStep step = AccumulateStep::kRead;
  std::uint32_t width = 0;          // bytes of an element: 1, 2, 4 or 8
  FoldKind kind = FoldKind::kNone;  // for kCombine
  std::uint32_t operation = 0;      // base::Operation, for kCombine
  std::uint32_t operand_at = 0;     // offset in `here`
  std::uint32_t compare_at = 0;
  std::uint32_t extents_at = 0;
  std::uint32_t extent_count = 0;  // 0: the target is a shape
  std::uint32_t lanes = 1;         // threads that share an extent
  std::uint32_t reserved = 0;
  std::uint64_t first = 0;  // packed byte of the shapes at which the elements begin
  AccumulateShape shape;
  AccumulateShape operand_shape;  // no dimensions: packed
  AccumulateShape result_shape;
  alignas(16) std::byte here[kAccumulateBytesHere] = {};
};
static_assert(sizeof(AccumulateArguments) <= accel::kResidentJobBytes, "what the resident kernel takes");

}  // namespace penstock::kernels
