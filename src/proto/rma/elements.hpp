// The arithmetic of accumulates: on one element at a time by processor atomics, or on many in memory that nobody else touches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/reduce/reduce.hpp"
#include "base/status.hpp"

namespace penstock::proto::rma {

// The operations of base::Operation, by the same numbers, and two that only one-sided operations have.
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
  kNoOp,  // reads
};
static_assert(static_cast<int>(AccumulateOp::kMaxloc) + 1 == base::kOperations);

// Travels.
struct Accumulation {
  AccumulateOp op = AccumulateOp::kReplace;
  base::Element element = base::Element::kNone;  // any, where the operation computes nothing
  std::uint32_t element_bytes = 0;               // packed, without the padding of pairs (MPI_Type_size)
};

// Integers of fewer bytes go under the lock of their memory, as everything that is no integer.
inline constexpr std::uint32_t kNarrowestAtomic = 4;

// The longest packed element: a complex number of two quads.
inline constexpr std::uint32_t kMostElementBytes = 32;

// How an accumulation is done. Where compare() is called the elements are compared instead.
struct Fold {
  const base::ReduceKernel* kernel = nullptr;  // null: nothing is computed
  AccumulateOp op = AccumulateOp::kReplace;
  base::Element element = base::Element::kNone;
  std::uint32_t bytes = 0;     // packed, of an element
  std::uint32_t value = 0;     // of a pair with padding: bytes of its value, which is first; 0: no padding
  std::uint32_t index_at = 0;  // and where its index is
  bool compares = false;       // each element is replaced where it equals that of the comparison
  bool native = false;         // by atomics of the processor, where the element is aligned; else under the lock of its memory
  bool by_kernels = false;     // by kernels, where the element is aligned and in memory of a GPU; else by the owner

  // Code::kOp: there is no such operation on such elements. Code::kType: elements have another length.
  static Status of(const Accumulation& wanted, base::Simd simd, Fold* out);
  // Replaces what equals a comparison: any elements, bit by bit.
  static Status compare_and_swap(std::uint32_t bytes, Fold* out);
  [[nodiscard]] bool reads_only() const noexcept { return op == AccumulateOp::kNoOp; }
};

// `operand`, `compare` (Fold::compares) and `result` are packed elements at any address. The operand is not read where
// reads_only(); `result` gets what was there, or is null.
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

// Elements one after another at `place`, a multiple of their width, each by an atomic of the processor. Fold::native.
void fold_atomically(const Fold& fold, std::byte* place, const Elements& elements) noexcept;
// This operates on packed elements at any address that nobody else touches meanwhile.
void fold_alone(const Fold& fold, std::byte* place, const Elements& elements) noexcept;

}  // namespace penstock::proto::rma
