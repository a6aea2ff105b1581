// The calls about performance variables.
#include <algorithm>
#include <cstring>

#include "core/comm/comm.hpp"
#include "core/process/lookup.hpp"
#include "mpi_t/enumeration.hpp"
#include "mpi_t/gen/calls.hpp"
#include "mpi_t/pvar.hpp"
#include "mpi_t/text.hpp"

namespace penstock::mpi_t {
namespace {

constexpr double kNanoseconds = 1e-9;

bool is_pvar(int index) noexcept {
  return index >= 0 && static_cast<std::size_t>(index) < pvar_types().size();
}

const PvarType& type_of(const PvarHandle& handle) {
  return pvar_types()[handle.pvar];
}

// Reads the variable's present value, over all processes that this program has had. INVALID_HANDLE: its communicator was freed.
int look(Caller& caller, const PvarHandle& handle, std::uint64_t* out) {
  const PvarType& type = type_of(handle);
  const auto& past = caller.tools().past;
  const std::uint64_t before = handle.pvar < past.size() ? past[handle.pvar] : 0;
  core::Instance* instance = caller.instance();
  core::Comm* comm = nullptr;
  if (type.bind == MPI_T_BIND_MPI_COMM && (instance == nullptr || !core::find_comm(*instance, handle.comm, &comm).is_ok())) {
    return MPI_T_ERR_INVALID_HANDLE;
  }
  const std::uint64_t now = instance != nullptr ? type.read(*instance, type, comm) : 0;
  *out = type.pvar_class == MPI_T_PVAR_CLASS_HIGHWATERMARK ? std::max(before, now) : before + now;
  return MPI_SUCCESS;
}

// Returns the handle's count.
int value_of(Caller& caller, const PvarHandle& handle, std::uint64_t* out) {
  std::uint64_t now = 0;
  if (const int failed = look(caller, handle, &now); failed != MPI_SUCCESS) return failed;
  *out = !type_of(handle).is_sum() ? now : handle.started ? handle.kept + (now - handle.base) : handle.kept;
  return MPI_SUCCESS;
}

template <typename T>
void put(T value, void* buffer) noexcept {
  std::memcpy(buffer, &value, sizeof value);
}

void give_value(const PvarType& type, std::uint64_t value, void* buffer) {
  if (type.datatype == MPI_DOUBLE) return put(static_cast<double>(value) * kNanoseconds, buffer);
  if (type.datatype == MPI_INT) return put(static_cast<int>(value), buffer);
  put(static_cast<unsigned long long>(value), buffer);
}

std::uint64_t taken_value(const PvarType& type, const void* buffer) {
  if (type.datatype == MPI_DOUBLE) {
    double seconds = 0;
    std::memcpy(&seconds, buffer, sizeof seconds);
    return static_cast<std::uint64_t>(seconds / kNanoseconds);
  }
  unsigned long long value = 0;
  std::memcpy(&value, buffer, sizeof value);
  return value;
}

// Finds a handle of that very session.
int find(Caller& caller, MPI_T_pvar_session session, MPI_T_pvar_handle handle, PvarHandle** out) {
  if (caller.tools().sessions.find(session) == nullptr) return MPI_T_ERR_INVALID_SESSION;
  PvarHandle* found = caller.tools().pvars.find(handle);
  if (found == nullptr || found->session != session) return MPI_T_ERR_INVALID_HANDLE;
  *out = found;
  return MPI_SUCCESS;
}

// Calls act(handle) for one handle and returns its result; or for all sums of the session, and returns the first failure.
template <typename Act>
int for_handle(Caller& caller, MPI_T_pvar_session session, MPI_T_pvar_handle handle, int refusal, Act act) {
  if (handle != MPI_T_PVAR_ALL_HANDLES) {
    PvarHandle* found = nullptr;
    if (const int failed = find(caller, session, handle, &found); failed != MPI_SUCCESS) return failed;
    return type_of(*found).is_sum() ? act(*found) : refusal;
  }
  if (caller.tools().sessions.find(session) == nullptr) return MPI_T_ERR_INVALID_SESSION;
  int first = MPI_SUCCESS;
  caller.tools().pvars.for_each([&](MPI_T_pvar_handle, PvarHandle& one) {
    if (one.session != session || !type_of(one).is_sum()) return;
    if (const int failed = act(one); failed != MPI_SUCCESS && first == MPI_SUCCESS) first = failed;
  });
  return first;
}

int start(Caller& caller, PvarHandle& handle) {
  if (handle.started) return MPI_SUCCESS;
  if (const int failed = look(caller, handle, &handle.base); failed != MPI_SUCCESS) return failed;
  handle.started = true;
  return MPI_SUCCESS;
}

int stop(Caller& caller, PvarHandle& handle) {
  if (const int failed = value_of(caller, handle, &handle.kept); failed != MPI_SUCCESS) return failed;
  handle.started = false;
  return MPI_SUCCESS;
}

// The handle continues from `value`.
int set(Caller& caller, PvarHandle& handle, std::uint64_t value) {
  if (const int failed = look(caller, handle, &handle.base); failed != MPI_SUCCESS) return failed;
  handle.kept = value;
  return MPI_SUCCESS;
}

}  // namespace

int pvar_get_num(Caller& /*caller*/, int* num_pvar) {
  give(static_cast<int>(pvar_types().size()), num_pvar);
  return MPI_SUCCESS;
}

int pvar_get_info(Caller& /*caller*/, int pvar_index, char* name, int* name_len, int* verbosity, int* var_class,
                  MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind, int* readonly,
                  int* continuous, int* atomic) {
  if (!is_pvar(pvar_index)) return MPI_T_ERR_INVALID_INDEX;
  const PvarType& type = pvar_types()[static_cast<std::size_t>(pvar_index)];
  give_text(type.name, name, name_len);
  give(type.verbosity, verbosity);
  give(type.pvar_class, var_class);
  give(type.datatype, datatype);
  give(type.names.empty() ? MPI_T_ENUM_NULL : enum_of(type.names), enumtype);
  give_text(type.description, desc, desc_len);
  give(type.bind, bind);
  give(type.is_sum() ? 0 : 1, readonly);
  give(type.is_sum() ? 0 : 1, continuous);
  give(type.is_sum() ? 1 : 0, atomic);
  return MPI_SUCCESS;
}

int pvar_get_index(Caller& /*caller*/, const char* name, int var_class, int* pvar_index) {
  if (name == nullptr || pvar_index == nullptr) return MPI_T_ERR_INVALID;
  const auto all = pvar_types();
  const auto found = std::ranges::find_if(
      all, [&](const PvarType& type) { return type.name == std::string_view(name) && type.pvar_class == var_class; });
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *pvar_index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}

int pvar_session_create(Caller& caller, MPI_T_pvar_session* pe_session) {
  if (pe_session == nullptr) return MPI_T_ERR_INVALID;
  *pe_session = caller.tools().sessions.add({});
  return MPI_SUCCESS;
}

int pvar_session_free(Caller& caller, MPI_T_pvar_session* pe_session) {
  if (pe_session == nullptr || !caller.tools().sessions.remove(*pe_session)) return MPI_T_ERR_INVALID_SESSION;
  caller.tools().pvars.remove_if([&](const PvarHandle& handle) { return handle.session == *pe_session; });
  *pe_session = MPI_T_PVAR_SESSION_NULL;
  return MPI_SUCCESS;
}

int pvar_handle_alloc(Caller& caller, MPI_T_pvar_session pe_session, int pvar_index, void* obj_handle,
                      MPI_T_pvar_handle* handle, int* count) {
  if (caller.tools().sessions.find(pe_session) == nullptr) return MPI_T_ERR_INVALID_SESSION;
  if (!is_pvar(pvar_index)) return MPI_T_ERR_INVALID_INDEX;
  PvarHandle made{.session = pe_session, .pvar = static_cast<std::size_t>(pvar_index)};
  const bool bound = type_of(made).bind == MPI_T_BIND_MPI_COMM;
  if (handle == nullptr || count == nullptr || (bound && obj_handle == nullptr)) return MPI_T_ERR_INVALID;
  if (bound && caller.instance() == nullptr) return MPI_T_ERR_NOT_ACCESSIBLE;
  if (bound) made.comm = *static_cast<const MPI_Comm*>(obj_handle);
  if (std::uint64_t now = 0; look(caller, made, &now) != MPI_SUCCESS) return MPI_T_ERR_INVALID_HANDLE;
  *handle = caller.tools().pvars.add(made);
  *count = 1;
  return MPI_SUCCESS;
}

int pvar_handle_free(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle* handle) {
  if (handle == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  PvarHandle* found = nullptr;
  if (const int failed = find(caller, pe_session, *handle, &found); failed != MPI_SUCCESS) return failed;
  caller.tools().pvars.remove(*handle);
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int pvar_start(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
  return for_handle(caller, pe_session, handle, MPI_T_ERR_PVAR_NO_STARTSTOP,
                    [&](PvarHandle& one) { return start(caller, one); });
}

int pvar_stop(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
  return for_handle(caller, pe_session, handle, MPI_T_ERR_PVAR_NO_STARTSTOP,
                    [&](PvarHandle& one) { return stop(caller, one); });
}

int pvar_reset(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
  return for_handle(caller, pe_session, handle, MPI_T_ERR_PVAR_NO_WRITE, [&](PvarHandle& one) { return set(caller, one, 0); });
}

int pvar_read(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void* buf) {
  PvarHandle* found = nullptr;
  if (const int failed = find(caller, pe_session, handle, &found); failed != MPI_SUCCESS) return failed;
  if (buf == nullptr) return MPI_T_ERR_INVALID;
  std::uint64_t value = 0;
  if (const int failed = value_of(caller, *found, &value); failed != MPI_SUCCESS) return failed;
  give_value(type_of(*found), value, buf);
  return MPI_SUCCESS;
}

int pvar_write(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void* buf) {
  PvarHandle* found = nullptr;
  if (const int failed = find(caller, pe_session, handle, &found); failed != MPI_SUCCESS) return failed;
  if (buf == nullptr) return MPI_T_ERR_INVALID;
  if (!type_of(*found).is_sum()) return MPI_T_ERR_PVAR_NO_WRITE;
  return set(caller, *found, taken_value(type_of(*found), buf));
}

// Nothing is counted in between: counting needs the engine's lock, which this call holds.
int pvar_readreset(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void* buf) {
  PvarHandle* found = nullptr;
  if (const int failed = find(caller, pe_session, handle, &found); failed != MPI_SUCCESS) return failed;
  if (!type_of(*found).is_sum()) return MPI_T_ERR_PVAR_NO_ATOMIC;
  if (const int failed = pvar_read(caller, pe_session, handle, buf); failed != MPI_SUCCESS) return failed;
  return set(caller, *found, 0);
}

}  // namespace penstock::mpi_t
