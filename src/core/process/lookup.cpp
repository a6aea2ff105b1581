#include "core/process/lookup.hpp"

#include "core/comm/comm.hpp"
#include "core/comm/group.hpp"
#include "core/comm/session.hpp"
#include "core/file/file.hpp"
#include "core/file/files.hpp"
#include "core/machine/environment.hpp"
#include "core/object/errhandler.hpp"
#include "core/object/find.hpp"
#include "core/object/info.hpp"
#include "core/object/instance.hpp"
#include "core/type/datatype.hpp"
#include "core/type/op.hpp"
#include "core/window/window.hpp"

namespace penstock::core {

Status find_comm(Instance& instance, MPI_Comm handle, Comm** out) {
  return find_object(instance, handle, out);
}
Status find_datatype(Instance& instance, MPI_Datatype handle, Datatype** out) {
  return find_object(instance, handle, out);
}
Status stand_in_for_null(Instance& instance, std::string_view call, Datatype** out) {
  instance.note_unportable(fmt::format("{} has MPI_DATATYPE_NULL, though nothing moves", call));
  return find_datatype(instance, MPI_BYTE, out);
}
bool are_zero(const Comm& comm, CountArray counts) noexcept {
  if (counts.null()) return false;
  const auto ranks = static_cast<std::size_t>(comm.peers().size());
  for (std::size_t i = 0; i < ranks; ++i) {
    if (counts[i] != 0) return false;
  }
  return true;
}
Status find_op(Instance& instance, MPI_Op handle, Op** out) {
  return find_object(instance, handle, out);
}
Status find_group(Instance& instance, MPI_Group handle, Group** out) {
  return find_object(instance, handle, out);
}
Status find_errhandler(Instance& instance, MPI_Errhandler handle, Errhandler** out) {
  PENSTOCK_TRY(find_object(instance, handle, out));
  if ((*out)->held()) return Status::ok();
  return Status::error(Code::kErrhandler, "the error handler handle {:#x} has been freed", number_of(handle));
}
Status find_info(Instance& instance, MPI_Info handle, Info** out) {
  if (handle == MPI_INFO_ENV) {
    *out = &environment_of(instance);
    return Status::ok();
  }
  return find_object(instance, handle, out);
}

Status find_session(Instance& instance, MPI_Session handle, Session** out) {
  return find_object(instance, handle, out);
}
Status find_win(Instance& instance, MPI_Win handle, Window** out) {
  return find_object(instance, handle, out);
}

Status find_file(Instance& instance, MPI_File handle, File** out) {
  return find_object(instance, handle, out);
}

bool is_committed(const Datatype& datatype) noexcept {
  return datatype.committed();
}
bool is_root(const Comm& comm, int root) noexcept {
  return root == (comm.is_inter() ? MPI_ROOT : comm.rank());
}
MPI_Comm handle_of(const Comm& comm) noexcept {
  return comm.handle;
}
MPI_Session handle_of(const Session& session) noexcept {
  return session.handle;
}
MPI_Win handle_of(const Window& window) noexcept {
  return window.handle;
}
MPI_File handle_of(const File& file) noexcept {
  return file.handle;
}
Errhandler& errhandler_of(const Comm& comm) noexcept {
  return comm.errhandler();
}
Errhandler& errhandler_of(const Session& session) noexcept {
  return session.errhandler();
}
Errhandler& errhandler_of(const Window& window) noexcept {
  return window.errhandler();
}
Errhandler& errhandler_of(const File& file) noexcept {
  return file.errhandler();
}
Errhandler& errhandler_of_no_file(Instance& instance) noexcept {
  return files_of(instance).errhandler();
}
Errhandler& default_errhandler(Instance& instance) noexcept {
  return instance.has_world() ? instance.self().errhandler() : instance.initial_errhandler();
}
void abort_job(Instance& instance, int exit_code, std::string_view why) noexcept {
  instance.job().abort(exit_code, why);
}
ErrhandlerKind kind_of(const Errhandler& errhandler) noexcept {
  return errhandler.kind();
}
bool is_for_sessions(const Errhandler& errhandler) noexcept {
  return errhandler.is_for(ErrhandlerObject::kSession);
}
bool is_for_windows(const Errhandler& errhandler) noexcept {
  return errhandler.is_for(ErrhandlerObject::kWin);
}
bool is_for_files(const Errhandler& errhandler) noexcept {
  return errhandler.is_for(ErrhandlerObject::kFile);
}
void call_errhandler(Instance& instance, Errhandler& errhandler, void* object, int* code) {
  const auto kept = Ref<Errhandler>::share(errhandler);
  const proto::Unlocked unlocked(instance.engine().lock());
  errhandler.call(object, code);
}
proto::EngineLock& lock_of(Instance& instance) noexcept {
  return instance.engine().lock();
}

}  // namespace penstock::core
