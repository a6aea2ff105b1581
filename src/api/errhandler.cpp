// Error handlers, and the classes, codes and texts that an application adds (chapter 9).
#include "core/object/errhandler.hpp"

#include <string_view>
#include <utility>

#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {

namespace {

template <typename Function>
Status create(Call& call, Function* function, std::string_view name, MPI_Errhandler* errhandler) {
  if (function == nullptr) return Status::error(Code::kArg, "{} is a null pointer", name);
  core::Errhandler* published = nullptr;
  auto made = core::Ref<core::Errhandler>::adopt(new core::Errhandler(call.instance(), function));
  PENSTOCK_TRY(call.instance().publish(std::move(made), &published));
  *errhandler = published->handle;
  return Status::ok();
}

// Each call gives the application one more hold on the handle, which it must release, even if it has freed the handle before.
MPI_Errhandler hand_out(core::Errhandler& errhandler) noexcept {
  errhandler.hold();
  return errhandler.handle;
}

}  // namespace

Status Comm_create_errhandler(Call& call, MPI_Comm_errhandler_function* comm_errhandler_fn, MPI_Errhandler* errhandler) {
  return create(call, comm_errhandler_fn, "comm_errhandler_fn", errhandler);
}

Status Comm_set_errhandler(Call& /*call*/, core::Comm& comm, core::Errhandler& errhandler) {
  PENSTOCK_TRY(errhandler.check_for(core::ErrhandlerObject::kComm));
  comm.set_errhandler(core::Ref<core::Errhandler>::share(errhandler));
  return Status::ok();
}

Status Comm_get_errhandler(Call& /*call*/, core::Comm& comm, MPI_Errhandler* errhandler) {
  *errhandler = hand_out(comm.errhandler());
  return Status::ok();
}

Status Session_create_errhandler(Call& call, MPI_Session_errhandler_function* session_errhandler_fn,
                                 MPI_Errhandler* errhandler) {
  return create(call, session_errhandler_fn, "session_errhandler_fn", errhandler);
}

Status Session_set_errhandler(Call& /*call*/, core::Session& session, core::Errhandler& errhandler) {
  PENSTOCK_TRY(errhandler.check_for(core::ErrhandlerObject::kSession));
  session.set_errhandler(core::Ref<core::Errhandler>::share(errhandler));
  return Status::ok();
}

Status Session_get_errhandler(Call& /*call*/, core::Session& session, MPI_Errhandler* errhandler) {
  *errhandler = hand_out(session.errhandler());
  return Status::ok();
}

Status File_create_errhandler(Call& call, MPI_File_errhandler_function* file_errhandler_fn, MPI_Errhandler* errhandler) {
  return create(call, file_errhandler_fn, "file_errhandler_fn", errhandler);
}

Status Errhandler_free(Call& call, MPI_Errhandler* errhandler) {
  core::Errhandler* found = nullptr;
  PENSTOCK_TRY(core::find_errhandler(call.instance(), *errhandler, &found));
  found->let_go();
  *errhandler = MPI_ERRHANDLER_NULL;
  return Status::ok();
}

Status Add_error_class(Call& call, int* errorclass) {
  PENSTOCK_TRY(add_class(errorclass));
  call.instance().attributes.last_used_code = *errorclass;
  return Status::ok();
}

Status Add_error_code(Call& call, int errorclass, int* errorcode) {
  PENSTOCK_TRY(add_code(errorclass, errorcode));
  call.instance().attributes.last_used_code = *errorcode;
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
