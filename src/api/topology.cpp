// Process topologies (chapter 8).
#include "api/gen/bodies.hpp"
#include "core/dims.hpp"

namespace penstock::api::body {

Status Dims_create(Call& /*call*/, int nnodes, int ndims, int dims[]) {
  if (ndims < 0) return Status::error(Code::kArg, "ndims is {}, it must not be negative", ndims);
  if (ndims > 0 && dims == nullptr) return Status::error(Code::kArg, "dims is a null pointer, with ndims {}", ndims);
  return core::balance(nnodes, {dims, static_cast<std::size_t>(ndims)});
}

}  // namespace penstock::api::body
