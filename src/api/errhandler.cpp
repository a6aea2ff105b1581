// Error handlers, and the classes, codes and texts that a program adds (chapter 9).
#include "core/errhandler.hpp"

#include <utility>

#include "api/gen/bodies.hpp"
#include "core/process.hpp"

namespace penstock::api::body {

Status Comm_create_errhandler(Call& call, MPI_Comm_errhandler_function* comm_errhandler_fn, MPI_Errhandler* errhandler) {
  if (comm_errhandler_fn == nullptr) return Status::error(Code::kArg, "comm_errhandler_fn is a null pointer");
  core::Errhandler* published = nullptr;
  auto made = core::Ref<core::Errhandler>::adopt(new core::Errhandler(call.process(), comm_errhandler_fn));
  PENSTOCK_TRY(call.process().publish(std::move(made), &published));
  *errhandler = published->handle;
  return Status::ok();
}

Status Comm_set_errhandler(Call& /*call*/, core::Comm& comm, core::Errhandler& errhandler) {
  comm.set_errhandler(core::Ref<core::Errhandler>::share(errhandler));
  return Status::ok();
}

// Every call of this gives a hold on the handle that the program lets go, also when it has freed the handle before.
Status Comm_get_errhandler(Call& /*call*/, core::Comm& comm, MPI_Errhandler* errhandler) {
  comm.errhandler().hold();
  *errhandler = comm.errhandler().handle;
  return Status::ok();
}

Status Errhandler_free(Call& call, MPI_Errhandler* errhandler) {
  core::Errhandler* found = nullptr;
  PENSTOCK_TRY(core::find_errhandler(call.process(), *errhandler, &found));
  found->let_go();
  *errhandler = MPI_ERRHANDLER_NULL;
  return Status::ok();
}

Status Add_error_class(Call& call, int* errorclass) {
  PENSTOCK_TRY(add_class(errorclass));
  call.process().attributes.last_used_code = *errorclass;
  return Status::ok();
}

Status Add_error_code(Call& call, int errorclass, int* errorcode) {
  PENSTOCK_TRY(add_code(errorclass, errorcode));
  call.process().attributes.last_used_code = *errorcode;
  return Status::ok();
}

Status Add_error_string(Call& /*call*/, int errorcode, const char* string) {
  return set_text(errorcode, string);
}

Status Remove_error_class(Call& /*call*/, int errorclass) {
  return remove_class(errorclass);
}

Status Remove_error_code(Call& /*call*/, int errorcode) {
  return remove_code(errorcode);
}

Status Remove_error_string(Call& /*call*/, int errorcode) {
  return remove_text(errorcode);
}

}  // namespace penstock::api::body
