#include "core/lookup.hpp"

#include "core/comm.hpp"
#include "core/datatype.hpp"
#include "core/environment.hpp"
#include "core/errhandler.hpp"
#include "core/find.hpp"
#include "core/group.hpp"
#include "core/info.hpp"
#include "core/op.hpp"
#include "core/process.hpp"
#include "core/session.hpp"
#include "core/window.hpp"

namespace penstock::core {

Status find_comm(Process& process, MPI_Comm handle, Comm** out) {
  return find_object(process, handle, out);
}
Status find_datatype(Process& process, MPI_Datatype handle, Datatype** out) {
  return find_object(process, handle, out);
}
Status stand_in_for_null(Process& process, std::string_view call, Datatype** out) {
  process.note_unportable(fmt::format("{} has MPI_DATATYPE_NULL, though nothing moves", call));
  return find_datatype(process, MPI_BYTE, out);
}
bool are_zero(const Comm& comm, CountArray counts) noexcept {
  if (counts.null()) return false;
  const auto ranks = static_cast<std::size_t>(comm.peers().size());
  for (std::size_t i = 0; i < ranks; ++i) {
    if (counts[i] != 0) return false;
  }
  return true;
}
Status find_op(Process& process, MPI_Op handle, Op** out) {
  return find_object(process, handle, out);
}
Status find_group(Process& process, MPI_Group handle, Group** out) {
  return find_object(process, handle, out);
}
Status find_errhandler(Process& process, MPI_Errhandler handle, Errhandler** out) {
  PENSTOCK_TRY(find_object(process, handle, out));
  if ((*out)->held()) return Status::ok();
  return Status::error(Code::kErrhandler, "the error handler handle {:#x} has been freed", number_of(handle));
}
Status find_info(Process& process, MPI_Info handle, Info** out) {
  if (handle == MPI_INFO_ENV) {
    *out = &environment_of(process);
    return Status::ok();
  }
  return find_object(process, handle, out);
}

Status find_session(Process& process, MPI_Session handle, Session** out) {
  return find_object(process, handle, out);
}
Status find_win(Process& process, MPI_Win handle, Window** out) {
  return find_object(process, handle, out);
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
Errhandler& errhandler_of(const Comm& comm) noexcept {
  return comm.errhandler();
}
Errhandler& errhandler_of(const Session& session) noexcept {
  return session.errhandler();
}
Errhandler& errhandler_of(const Window& window) noexcept {
  return window.errhandler();
}
Errhandler& default_errhandler(Process& process) noexcept {
  return process.has_world() ? process.self().errhandler() : process.initial_errhandler();
}
void abort_job(Process& process, int exit_code, std::string_view why) noexcept {
  process.job().abort(exit_code, why);
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
void call_errhandler(Process& process, Errhandler& errhandler, void* object, int* code) {
  const auto kept = Ref<Errhandler>::share(errhandler);
  const proto::Unlocked unlocked(process.engine().lock());
  errhandler.call(object, code);
}
proto::EngineLock& lock_of(Process& process) noexcept {
  return process.engine().lock();
}

}  // namespace penstock::core
