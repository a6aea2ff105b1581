// Which operations a kernel of one kind of element has.
#pragma once

#include <cstdint>

#include "base/reduce/operation.hpp"
#include "kernels/fold/fold_elements.hpp"
#include "kernels/fold/fold_operations.hpp"

namespace penstock::kernels::fold_kind {

// Each calls run.operator()<Operation>() for a base::Operation of its own, and nothing for any other.
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
// What the unsigned kernel of the same width does not do for signed integers.
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
// Products; a complex sum is that of twice as many reals.
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

}  // namespace penstock::kernels::fold_kind
