#include "core/op.hpp"

namespace penstock::core {

Status Op::reduction_over(const Datatype& datatype, coll::Reduction* out) const {
  if (!datatype.predefined()) {
    return Status::error(Code::kOp, "{} is defined for predefined datatypes, not for derived ones", name_);
  }
  const coll::ReduceFn function = reduce_function(kind_, datatype.element());
  if (function == nullptr) return Status::error(Code::kOp, "{} is not defined for {}", name_, datatype.name());
  *out = {function, nullptr, true};
  return Status::ok();
}

std::array<PredefinedOp, 14> predefined_ops() {
  return {{
      {MPI_SUM, "MPI_SUM", OpKind::kSum},
      {MPI_MIN, "MPI_MIN", OpKind::kMin},
      {MPI_MAX, "MPI_MAX", OpKind::kMax},
      {MPI_PROD, "MPI_PROD", OpKind::kProd},
      {MPI_BAND, "MPI_BAND", OpKind::kBand},
      {MPI_BOR, "MPI_BOR", OpKind::kBor},
      {MPI_BXOR, "MPI_BXOR", OpKind::kBxor},
      {MPI_LAND, "MPI_LAND", OpKind::kLand},
      {MPI_LOR, "MPI_LOR", OpKind::kLor},
      {MPI_LXOR, "MPI_LXOR", OpKind::kLxor},
      {MPI_MINLOC, "MPI_MINLOC", OpKind::kMinloc},
      {MPI_MAXLOC, "MPI_MAXLOC", OpKind::kMaxloc},
      {MPI_REPLACE, "MPI_REPLACE", OpKind::kReplace},
      {MPI_NO_OP, "MPI_NO_OP", OpKind::kNoOp},
  }};
}

}  // namespace penstock::core
