// The arithmetic of accumulates: on one element at a time by processor atomics, or on many
// elements in memory that nobody else accesses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/reduce/reduce.hpp"
#include "base/status.hpp"

namespace penstock::proto::rma {

// These are the operations of base::Operation, with the same numbers, and two that only one-sided operations have.
enum class AccumulateOp : std::uint8_t {
  kSum,
  kMin,
  kMax,
  kProd,
  kBand,
  kBor,
  kBxor,
  kLand,
  kLor,
  kLxor,
  kMinloc,
  kMaxloc,
  kReplace,
  kNoOp,  // only reads
};
static_assert(static_cast<int>(AccumulateOp::kMaxloc) + 1 == base::kOperations);

// An operation on elements, as sent in requests.
struct Accumulation {
  AccumulateOp op = AccumulateOp::kReplace;
  base::Element element = base::Element::kNone;  // any, if the operation computes nothing
  std::uint32_t element_bytes = 0;               // packed size, without the padding of pairs (MPI_Type_size)
};

// Smaller integers are updated under the lock of their memory, like all elements that are not integers.
inline constexpr std::uint32_t kNarrowestAtomic = 4;

// The longest packed element: a complex number of two quads.
inline constexpr std::uint32_t kMostElementBytes = 32;

// The method by which an accumulation is executed.
struct Fold {
  const base::ReduceKernel* kernel = nullptr;  // null: nothing is computed
  AccumulateOp op = AccumulateOp::kReplace;
  base::Element element = base::Element::kNone;
  std::uint32_t bytes = 0;     // packed size of an element
  std::uint32_t value = 0;     // size of the value, the first part of a pair with padding; 0: no padding
  std::uint32_t index_at = 0;  // offset of the index in a pair with padding
  bool compares = false;       // each element is replaced if it equals the comparison
  bool native = false;         // an aligned element is updated by atomics of the processor,
                               // others under the lock of their memory
  bool by_kernels = false;     // an aligned element in GPU memory is updated by kernels, others by the owner

  // Fails with Code::kOp if there is no such operation on such elements, with Code::kType if the elements have another size.
  static Status of(const Accumulation& wanted, base::Simd simd, Fold* out);
  // Replaces elements of any kind that are bitwise equal to a comparison.
  static Status compare_and_swap(std::uint32_t bytes, Fold* out);
  [[nodiscard]] bool reads_only() const noexcept { return op == AccumulateOp::kNoOp; }
};

// `operand`, `compare` (Fold::compares) and `result` are packed elements at any address. The operand is not read if
// reads_only(); `result` gets the previous values, or is null.
struct Elements {
  const std::byte* operand = nullptr;
  const std::byte* compare = nullptr;
  std::byte* result = nullptr;
  std::uint64_t count = 0;

  // Returns the elements from number `first` on.
  [[nodiscard]] Elements from(std::uint64_t first, std::uint64_t number, std::uint32_t bytes) const noexcept {
    const std::uint64_t skip = first * bytes;
    const auto at = [skip](auto* base) { return base == nullptr ? base : base + skip; };
    return {at(operand), at(compare), at(result), number};
  }
};

// Operates on contiguous elements at `place`, aligned to their size, each by an atomic of the processor. Requires Fold::native.
void fold_atomically(const Fold& fold, std::byte* place, const Elements& elements) noexcept;
// Operates on packed elements at any address that nobody else accesses meanwhile.
void fold_alone(const Fold& fold, std::byte* place, const Elements& elements) noexcept;

}  // namespace penstock::proto::rma
