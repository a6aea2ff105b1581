// Bodies and entries that need no MPI object: versions, time, addresses, handles as integers, statuses, error codes.
#include <cstdint>
#include <cstring>
#include <string_view>

#include "api/gen/bodies.hpp"
#include "api/gen/entry.hpp"
#include "base/clock.hpp"

namespace penstock::api {
namespace {

// PENSTOCK_REVISION is empty, or " (COMMIT)" with the newest release tag before it.
constexpr std::string_view kLibraryVersion = "Penstock " PENSTOCK_VERSION PENSTOCK_REVISION ", MPI 5.0, standard ABI 1.0";

// A handle is a positive 31-bit number in every ABI; the standard ABI casts it to a pointer.
template <typename Handle>
int to_int(Handle handle) noexcept {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
}
template <typename Handle>
Handle from_int(int value) noexcept {
  return reinterpret_cast<Handle>(static_cast<std::intptr_t>(value));
}

std::size_t copy_text(std::string_view text, char* to) noexcept {
  std::memcpy(to, text.data(), text.size());
  to[text.size()] = '\0';
  return text.size();
}

Status check_status(const MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) return Status::ok();
  return Status::error(Code::kArg, "status is MPI_STATUS_IGNORE; pass the address of a status");
}

}  // namespace

#define PENSTOCK_HANDLE_AS_INT(name, type)  \
  int name##_toint(type handle) noexcept {  \
    return to_int(handle);                  \
  }                                         \
  type name##_fromint(int value) noexcept { \
    return from_int<type>(value);           \
  }

PENSTOCK_HANDLE_AS_INT(Comm, MPI_Comm)
PENSTOCK_HANDLE_AS_INT(Errhandler, MPI_Errhandler)
PENSTOCK_HANDLE_AS_INT(File, MPI_File)
PENSTOCK_HANDLE_AS_INT(Group, MPI_Group)
PENSTOCK_HANDLE_AS_INT(Info, MPI_Info)
PENSTOCK_HANDLE_AS_INT(Message, MPI_Message)
PENSTOCK_HANDLE_AS_INT(Op, MPI_Op)
PENSTOCK_HANDLE_AS_INT(Request, MPI_Request)
PENSTOCK_HANDLE_AS_INT(Session, MPI_Session)
PENSTOCK_HANDLE_AS_INT(Type, MPI_Datatype)
PENSTOCK_HANDLE_AS_INT(Win, MPI_Win)

#undef PENSTOCK_HANDLE_AS_INT

double Wtime() noexcept {
  return static_cast<double>(base::now_ns()) * 1e-9;
}
double Wtick() noexcept {
  return 1e-9;
}

// The arithmetic is unsigned, since an address may be in either half of the range, and sums relative to MPI_BOTTOM wrap around.
MPI_Aint Aint_add(MPI_Aint base, MPI_Aint disp) noexcept {
  return static_cast<MPI_Aint>(static_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(disp));
}
MPI_Aint Aint_diff(MPI_Aint addr1, MPI_Aint addr2) noexcept {
  return static_cast<MPI_Aint>(static_cast<std::uintptr_t>(addr1) - static_cast<std::uintptr_t>(addr2));
}

// The standard leaves the meaning of the level to tools that intercept the call.
int Pcontrol(const int /*level*/) noexcept {
  return MPI_SUCCESS;
}

namespace body {

Status Initialized(Call& /*call*/, int* flag) {
  *flag = phase() != Phase::kBefore ? 1 : 0;
  return Status::ok();
}

Status Finalized(Call& /*call*/, int* flag) {
  *flag = phase() == Phase::kAfter || phase() == Phase::kForked ? 1 : 0;
  return Status::ok();
}

Status Get_version(Call& /*call*/, int* version, int* subversion) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return Status::ok();
}

Status Abi_get_version(Call& /*call*/, int* abi_major, int* abi_minor) {
  *abi_major = MPI_ABI_VERSION;
  *abi_minor = MPI_ABI_SUBVERSION;
  return Status::ok();
}

Status Get_library_version(Call& /*call*/, char* version, int* resultlen) {
  static_assert(kLibraryVersion.size() < MPI_MAX_LIBRARY_VERSION_STRING);
  *resultlen = static_cast<int>(copy_text(kLibraryVersion, version));
  return Status::ok();
}

Status Get_address(Call& /*call*/, const void* location, MPI_Aint* address) {
  *address = reinterpret_cast<MPI_Aint>(location);
  return Status::ok();
}

Status Status_get_source(Call& /*call*/, const MPI_Status* status, int* source) {
  PENSTOCK_TRY(check_status(status));
  *source = status->MPI_SOURCE;
  return Status::ok();
}

Status Status_get_tag(Call& /*call*/, const MPI_Status* status, int* tag) {
  PENSTOCK_TRY(check_status(status));
  *tag = status->MPI_TAG;
  return Status::ok();
}

Status Status_get_error(Call& /*call*/, const MPI_Status* status, int* err) {
  PENSTOCK_TRY(check_status(status));
  *err = status->MPI_ERROR;
  return Status::ok();
}

Status Status_set_source(Call& /*call*/, MPI_Status* status, int source) {
  PENSTOCK_TRY(check_status(status));
  status->MPI_SOURCE = source;
  return Status::ok();
}

Status Status_set_tag(Call& /*call*/, MPI_Status* status, int tag) {
  PENSTOCK_TRY(check_status(status));
  status->MPI_TAG = tag;
  return Status::ok();
}

Status Status_set_error(Call& /*call*/, MPI_Status* status, int err) {
  PENSTOCK_TRY(check_status(status));
  status->MPI_ERROR = err;
  return Status::ok();
}

Status Error_class(Call& /*call*/, int errorcode, int* errorclass) {
  const int found = class_of(errorcode);
  if (found < 0) return Status::error(Code::kArg, "{} is no error code of this library", errorcode);
  *errorclass = found;
  return Status::ok();
}

Status Error_string(Call& /*call*/, int errorcode, char* string, int* resultlen) {
  if (class_of(errorcode) < 0) return Status::error(Code::kArg, "{} is no error code of this library", errorcode);
  char text[MPI_MAX_ERROR_STRING];
  const std::size_t length = describe(errorcode, text);
  *resultlen = static_cast<int>(copy_text({text, length}, string));
  return Status::ok();
}

Status Comm_call_errhandler(Call& call, core::Comm& comm, int errorcode) {
  if (class_of(errorcode) < 0) return Status::error(Code::kArg, "{} is no error code of this library", errorcode);
  raise(call.instance_or_null(), &comm, errorcode);
  return Status::ok();
}

Status Win_call_errhandler(Call& call, core::Window& win, int errorcode) {
  if (class_of(errorcode) < 0) return Status::error(Code::kArg, "{} is no error code of this library", errorcode);
  raise(call.instance_or_null(), &win, errorcode);
  return Status::ok();
}

Status Session_call_errhandler(Call& call, core::Session& session, int errorcode) {
  if (class_of(errorcode) < 0) return Status::error(Code::kArg, "{} is no error code of this library", errorcode);
  raise(call.instance_or_null(), &session, errorcode);
  return Status::ok();
}

}  // namespace body
}  // namespace penstock::api
