// This header lists the operations on each kind of element, and has all of them behind one call.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/reduce/operation.hpp"
#include "kernels/fold/fold_arguments.hpp"
#include "kernels/fold/fold_elements.hpp"
#include "kernels/fold/fold_operations.hpp"
#include "kernels/sync/global.hpp"

namespace penstock::kernels {
namespace fold_kind {

// Each struct calls run.operator()<Operation>() for its own base::Operations, and does nothing for others.
struct Unsigned {
  template <typename Run>
  PENSTOCK_DEVICE static void choose(std::uint32_t operation, const Run& run) {
    using base::Operation;
    switch (static_cast<Operation>(operation)) {
      case Operation::kSum: return run.template operator()<fold_operation::Sum>();
      case Operation::kProd: return run.template operator()<fold_operation::Prod>();
      case Operation::kMin: return run.template operator()<fold_operation::Min>();
      case Operation::kMax: return run.template operator()<fold_operation::Max>();
      case Operation::kBand: return run.template operator()<fold_operation::Band>();
      case Operation::kBor: return run.template operator()<fold_operation::Bor>();
      case Operation::kBxor: return run.template operator()<fold_operation::Bxor>();
      case Operation::kLand: return run.template operator()<fold_operation::Land>();
      case Operation::kLor: return run.template operator()<fold_operation::Lor>();
      case Operation::kLxor: return run.template operator()<fold_operation::Lxor>();
      default: return;
    }
  }
};
struct Common {
  template <typename Run>
  PENSTOCK_DEVICE static void choose(std::uint32_t operation, const Run& run) {
    using base::Operation;
    switch (static_cast<Operation>(operation)) {
      case Operation::kSum: return run.template operator()<fold_operation::Sum>();
      case Operation::kMin: return run.template operator()<fold_operation::Min>();
      case Operation::kMax: return run.template operator()<fold_operation::Max>();
      default: return;
    }
  }
};
// Signed has the operations in which signed integers differ from unsigned ones of the same width.
struct Signed {
  template <typename Run>
  PENSTOCK_DEVICE static void choose(std::uint32_t operation, const Run& run) {
    using base::Operation;
    switch (static_cast<Operation>(operation)) {
      case Operation::kMin: return run.template operator()<fold_operation::Min>();
      case Operation::kMax: return run.template operator()<fold_operation::Max>();
      default: return;
    }
  }
};
struct Real {
  template <typename Run>
  PENSTOCK_DEVICE static void choose(std::uint32_t operation, const Run& run) {
    using base::Operation;
    switch (static_cast<Operation>(operation)) {
      case Operation::kSum: return run.template operator()<fold_operation::Sum>();
      case Operation::kProd: return run.template operator()<fold_operation::Prod>();
      case Operation::kMin: return run.template operator()<fold_operation::Min>();
      case Operation::kMax: return run.template operator()<fold_operation::Max>();
      default: return;
    }
  }
};
// Product has the products; a complex sum is the sum of twice as many reals.
struct Product {
  template <typename Run>
  PENSTOCK_DEVICE static void choose(std::uint32_t /*operation*/, const Run& run) {
    run.template operator()<fold_operation::Prod>();
  }
};
struct Location {
  template <typename Run>
  PENSTOCK_DEVICE static void choose(std::uint32_t operation, const Run& run) {
    using base::Operation;
    switch (static_cast<Operation>(operation)) {
      case Operation::kMinloc: return run.template operator()<fold_operation::Minloc>();
      case Operation::kMaxloc: return run.template operator()<fold_operation::Maxloc>();
      default: return;
    }
  }
};

}  // namespace fold_kind

// Computes Operation()(a, b) of one element, or of a Quad of elements.
template <typename T, typename Operation, typename Unit>
PENSTOCK_DEVICE Unit combined_by(const Unit& a, const Unit& b) {
  if constexpr (!std::is_same_v<Unit, sync::Quad>) {
    return Operation()(a, b);
  } else {
    using Element = std::conditional_t<Operation::kBitwise, std::uint32_t, T>;
    constexpr unsigned kElements = sizeof(Unit) / sizeof(Element);
    Element left[kElements], right[kElements];
    __builtin_memcpy(left, &a, sizeof a);
    __builtin_memcpy(right, &b, sizeof b);
#if defined(__CUDACC__)
#pragma unroll
#endif
    for (unsigned i = 0; i < kElements; ++i) left[i] = Operation()(left[i], right[i]);
    Unit out;
    __builtin_memcpy(&out, left, sizeof out);
    return out;
  }
}

// Computes any operation on any kind of element. One copy serves all rare folds: a call for each Quad is slower than an inlined
// operation, but a kernel of each family for each kind and operation would take minutes to compile.
PENSTOCK_DEVICE_CALL sync::Quad combined_any(FoldKind kind, std::uint32_t operation, sync::Quad a, sync::Quad b) {
  sync::Quad out = a;
  switch (kind) {
#define PENSTOCK_FOLD_KIND(name, type, operations)                                                          \
  case FoldKind::of_##name:                                                                                 \
    operations::choose(operation, [&]<typename Operation>() { out = combined_by<type, Operation>(a, b); }); \
    break;
#include "kernels/fold/fold_kinds.inc"
#undef PENSTOCK_FOLD_KIND
    default: break;
  }
  return out;
}

PENSTOCK_DEVICE unsigned bytes_of(FoldKind kind) {
  switch (kind) {
#define PENSTOCK_FOLD_KIND(name, type, operations) \
  case FoldKind::of_##name: return sizeof(type);
#include "kernels/fold/fold_kinds.inc"
#undef PENSTOCK_FOLD_KIND
    default: return 1;
  }
}

// These types pass an operation to kernels, either known at compile time or not. Units are at most a Quad.
template <typename T, typename Operation>
struct Combine {
  template <typename Unit>
  PENSTOCK_DEVICE Unit operator()(const Unit& a, const Unit& b) const {
    return combined_by<T, Operation>(a, b);
  }
};
struct CombineAny {
  FoldKind kind;
  std::uint32_t operation;
  template <typename Unit>
  PENSTOCK_DEVICE Unit operator()(const Unit& a, const Unit& b) const {
    sync::Quad left = {}, right = {};
    __builtin_memcpy(&left, &a, sizeof a);
    __builtin_memcpy(&right, &b, sizeof b);
    const sync::Quad made = combined_any(kind, operation, left, right);
    Unit out;
    __builtin_memcpy(&out, &made, sizeof out);
    return out;
  }
};

}  // namespace penstock::kernels
