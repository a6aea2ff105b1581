#include "core/lookup.hpp"

#include "core/process.hpp"

namespace penstock::core {
namespace {

template <typename T, typename Handle>
Status find(const HandleTable<T>& table, Handle handle, T** out) {
  const std::uintptr_t number = number_of(handle);
  T* found = table.find(number);
  if (found == nullptr) [[unlikely]] {
    return table.explain(number);
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
Status find_op(Process& process, MPI_Op handle, Op** out) {
  return find(process.ops(), handle, out);
}
Status find_group(Process& process, MPI_Group handle, Group** out) {
  return find(process.groups(), handle, out);
}
Status find_errhandler(Process& process, MPI_Errhandler handle, Errhandler** out) {
  return find(process.errhandlers(), handle, out);
}

// No call that makes an info object has a body yet, so no handle names one.
Status find_info(Process& /*process*/, MPI_Info handle, Info** /*out*/) {
  if (handle == MPI_INFO_NULL) return Status::error(Code::kInfo, "the info handle is null");
  return Status::error(Code::kInfo, "{:#x} is no info handle", number_of(handle));
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
Errhandler& errhandler_of(const Comm& comm) noexcept {
  return comm.errhandler();
}
Errhandler& default_errhandler(Process& process) noexcept {
  return process.self().errhandler();
}
int world_rank(const Process& process) noexcept {
  return process.rank();
}
void abort_job(Process& process, int exit_code, std::string_view why) noexcept {
  process.abort(exit_code, why);
}
ErrhandlerKind kind_of(const Errhandler& errhandler) noexcept {
  return errhandler.kind();
}
void call_errhandler(Errhandler& errhandler, MPI_Comm* comm, int* code) {
  errhandler.call(comm, code);
}

}  // namespace penstock::core
