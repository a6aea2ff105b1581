#include "core/lookup.hpp"

#include "core/process.hpp"
#include "core/window.hpp"

namespace penstock::core {
namespace {

// Faces of other ABIs mark a number that is no handle of theirs (src/faces: kForeign); Open MPI's also one that is MPICH's.
constexpr std::uintptr_t kForeign = std::uintptr_t{1} << 32;
constexpr std::uintptr_t kOfMpich = std::uintptr_t{1} << 33;

bool is_like_mpich(std::uintptr_t number) {
  constexpr std::uintptr_t kBuiltIn = std::uintptr_t{1} << 30;
  constexpr std::uintptr_t kPlace = 0x00ff0000;  // 0 in the handles that mpi.h has
  return number >= kBuiltIn && number < 2 * kBuiltIn && (number & kPlace) == 0;
}

// The ABI that has such handles; empty where that is not to be told.
std::string_view abi_of(std::uintptr_t number) {
  constexpr std::uintptr_t kFirstConstant = 0x100;
  constexpr std::uintptr_t kLastConstant = 0x3ff;
  constexpr std::uintptr_t kFirstAddress = std::uintptr_t{1} << 40;
  if (number >= kFirstAddress) return "Open MPI's ABI";
  if ((number & kOfMpich) != 0 || is_like_mpich(number)) return "MPICH's ABI";
  const std::uintptr_t plain = number - kForeign;
  return plain >= kFirstConstant && plain <= kLastConstant ? "the standard ABI" : "";
}

template <typename T>
[[gnu::cold, gnu::noinline]] Status unknown(const HandleTable<T>& table, std::uintptr_t number) {
  Status plain = table.explain(number);
  const std::string_view abi = abi_of(number);
  if (abi.empty() || plain.message().find("has been freed") != std::string_view::npos) return plain;
  return Status::error(plain.code(),
                       "{:#x} looks like a handle of {}, not of this library's: mpi.h of one MPI was compiled with, and the "
                       "library of another is called (ldd PROGRAM shows it)",
                       number & ~(kForeign | kOfMpich), abi);
}

// Every call makes one or two of these: in line, a few instructions.
template <typename T, typename Handle>
[[gnu::always_inline]] inline Status find(const HandleTable<T>& table, Handle handle, T** out) {
  const std::uintptr_t number = number_of(handle);
  T* found = table.find(number);
  if (found == nullptr) [[unlikely]] {
    return unknown(table, number);
  }
  *out = found;
  return Status::ok();
}

}  // namespace

Status find_comm(Process& process, MPI_Comm handle, Comm** out) {
  return find(process.comms(), handle, out);
}
Status find_datatype(Process& process, MPI_Datatype handle, Datatype** out) {
  return find(process.datatypes(), handle, out);
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
  return find(process.ops(), handle, out);
}
Status find_group(Process& process, MPI_Group handle, Group** out) {
  return find(process.groups(), handle, out);
}
Status find_errhandler(Process& process, MPI_Errhandler handle, Errhandler** out) {
  PENSTOCK_TRY(find(process.errhandlers(), handle, out));
  if ((*out)->held()) return Status::ok();
  return Status::error(Code::kErrhandler, "the error handler handle {:#x} has been freed", number_of(handle));
}
Status find_info(Process& process, MPI_Info handle, Info** out) {
  if (handle == MPI_INFO_ENV) {
    *out = &process.environment();
    return Status::ok();
  }
  return find(process.infos(), handle, out);
}

Status find_session(Process& process, MPI_Session handle, Session** out) {
  return find(process.sessions(), handle, out);
}
Status find_win(Process& process, MPI_Win handle, Window** out) {
  return find(process.windows(), handle, out);
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
