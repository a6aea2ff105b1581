// Error handlers (section 9.3).
#include "core/errhandler.hpp"

#include <utility>

#include "api/gen/bodies.hpp"
#include "core/process.hpp"

namespace penstock::api::body {

Status Comm_create_errhandler(Call& call, MPI_Comm_errhandler_function* comm_errhandler_fn, MPI_Errhandler* errhandler) {
  if (comm_errhandler_fn == nullptr) return Status::error(Code::kArg, "comm_errhandler_fn is a null pointer");
  auto made = core::Ref<core::Errhandler>::adopt(new core::Errhandler(comm_errhandler_fn));
  core::Errhandler* published = nullptr;
  PENSTOCK_TRY(call.process().publish(std::move(made), &published));
  *errhandler = published->handle;
  return Status::ok();
}

Status Comm_set_errhandler(Call& /*call*/, core::Comm& comm, core::Errhandler& errhandler) {
  comm.set_errhandler(core::Ref<core::Errhandler>::share(errhandler));
  return Status::ok();
}

// Every call of this gives a handle that the caller frees, also when the first handle is long gone.
Status Comm_get_errhandler(Call& call, core::Comm& comm, MPI_Errhandler* errhandler) {
  core::Errhandler& attached = comm.errhandler();
  if (attached.predefined()) {
    *errhandler = attached.handle;
    return Status::ok();
  }
  core::Errhandler* published = nullptr;
  PENSTOCK_TRY(call.process().publish(core::Ref<core::Errhandler>::adopt(attached.copy()), &published));
  *errhandler = published->handle;
  return Status::ok();
}

Status Errhandler_free(Call& call, MPI_Errhandler* errhandler) {
  core::Errhandler* found = nullptr;
  PENSTOCK_TRY(core::find_errhandler(call.process(), *errhandler, &found));
  if (!found->predefined()) call.process().withdraw(*found);
  *errhandler = MPI_ERRHANDLER_NULL;
  return Status::ok();
}

}  // namespace penstock::api::body
