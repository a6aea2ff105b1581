// What a launch of the accumulating kernel is told.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accel/flag.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace penstock::kernels {

// How an element's new value comes about: the operations that memory executes itself on 4 and 8 bytes, and all others.
enum class AccumulateStep : std::uint32_t {
  kRead,  // it stays
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
  kCombine,  // by the operation of a fold
};

// Elements that lie together in the target: their place there, and the number of the first.
struct AccumulateExtent {
  std::uint64_t offset = 0;
  std::uint64_t first = 0;
};

// As Strided of the copies has it: `block` bytes, repeated count[0] times every stride[0] bytes, and that whole again.
struct AccumulateShape {
  static constexpr int kDims = 6;
  std::uint64_t base = 0;  // an offset from the side's address
  std::uint64_t block = 0;
  std::int64_t dims = 0;
  std::uint64_t count[kDims] = {};
  std::int64_t stride[kDims] = {};
};

// As the resident kernel calls the work of this kernel, among LlJob.
inline constexpr std::uint32_t kAccumulateJob = 1U << 16;

// Of operands and extents that travel with the launch, so that no thread waits for memory of the host.
inline constexpr std::uint32_t kAccumulateBytesHere = 1024;

// Parameter block of "penstock_accumulate". Addresses are 0 where there is no such memory, or (operands, extents) where it is
// in `here`.
struct AccumulateArguments {
  accel::Finish finish;
  std::uint64_t target = 0;   // address of the region's base
  std::uint64_t count = 0;    // elements
  std::uint64_t operand = 0;  // packed, as all that follows, but where there is a shape of it
  std::uint64_t compare = 0;
  std::uint64_t result = 0;
  std::uint64_t extents = 0;  // AccumulateExtent, one more than there are: it has the number of elements
  AccumulateStep step = AccumulateStep::kRead;
  std::uint32_t width = 0;          // of an element: 1, 2, 4 or 8
  FoldKind kind = FoldKind::kNone;  // of kCombine
  std::uint32_t operation = 0;      // base::Operation, of kCombine
  std::uint32_t operand_at = 0;     // in `here`
  std::uint32_t compare_at = 0;
  std::uint32_t extents_at = 0;
  std::uint32_t extent_count = 0;  // 0: the target is a shape
  std::uint32_t lanes = 1;         // threads that share an extent
  std::uint32_t reserved = 0;
  std::uint64_t first = 0;  // packed byte of the shapes where the elements begin
  AccumulateShape shape;
  AccumulateShape operand_shape;  // no dimensions: packed
  AccumulateShape result_shape;
  alignas(16) std::byte here[kAccumulateBytesHere] = {};
};
static_assert(sizeof(AccumulateArguments) <= accel::kResidentJobBytes, "what the resident kernel takes");

}  // namespace penstock::kernels
