// Reduction operations (section 6.9).
#include "core/type/op.hpp"

#include "api/gen/bodies.hpp"
#include "core/collective/collective.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {

Status Op_create(Call& call, EitherFunction<MPI_User_function, MPI_User_function_c> user_fn, int commute, MPI_Op* op) {
  core::Op* made = nullptr;
  PENSTOCK_TRY(core::make_op(call.instance(), {user_fn.small(), user_fn.large()}, commute != 0, &made));
  *op = made->handle;
  return Status::ok();
}

Status Op_free(Call& call, MPI_Op* op) {
  core::Op* found = nullptr;
  PENSTOCK_TRY(core::find_op(call.instance(), *op, &found));
  PENSTOCK_TRY(core::free_op(call.instance(), *found));
  *op = MPI_OP_NULL;
  return Status::ok();
}

Status Op_commutative(Call& /*call*/, core::Op& op, int* commute) {
  *commute = op.commutative() ? 1 : 0;
  return Status::ok();
}

Status Reduce_local(Call& call, const void* inbuf, void* inoutbuf, MPI_Count count, core::Datatype& datatype, core::Op& op) {
  return core::reduce_local(call.instance(), {inbuf, inoutbuf, count, &datatype}, op);
}

}  // namespace penstock::api::body
