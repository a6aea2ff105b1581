// A reduction operation.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/status.hpp"
#include "coll/team.hpp"
#include "core/datatype.hpp"
#include "core/element.hpp"
#include "core/ref.hpp"
#include "mpi.h"

namespace penstock::core {

enum class OpKind : std::uint8_t {
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
  kNoOp,
};

class Op final : public Object {
 public:
  Op(OpKind kind, std::string_view name) noexcept : kind_(kind), name_(name) {}

  [[nodiscard]] OpKind kind() const noexcept { return kind_; }
  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  // The function over elements of this type; kOp where the standard defines none.
  [[nodiscard]] Status reduction_over(const Datatype& datatype, coll::Reduction* out) const;

  MPI_Op handle = MPI_OP_NULL;

 private:
  ~Op() override = default;

  OpKind kind_;
  std::string_view name_;
};

// The host function of a predefined operation over an element, or null where the standard defines none.
[[nodiscard]] coll::ReduceFn reduce_function(OpKind op, Element element) noexcept;

struct PredefinedOp {
  MPI_Op handle;
  std::string_view name;
  OpKind kind;
};
[[nodiscard]] std::array<PredefinedOp, 14> predefined_ops();

}  // namespace penstock::core
