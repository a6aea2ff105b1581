// What the MPICH ABI has beyond the standard: handles and statuses of Fortran, what a Fortran library of this ABI asks for,
// data symbols, functions that MPI-3 removed, and questions about GPUs.
#include <cstdint>

#include "api/face/mpi_ext.hpp"
#include "api/gen/entry.hpp"
#include "faces/mpich/callbacks.hpp"
#include "faces/mpich/convert.hpp"
#include "faces/mpich/gen/calls.hpp"

// A function under its PMPI_ and its MPI_ name.
#define BOTH_NAMES(result, name, parameters)          \
  result name parameters noexcept asm("PMPI_" #name); \
  WEAK_NAME(name);                                    \
  result name parameters noexcept

namespace penstock::faces::mpich {

// ---- data ----
// Values that the library takes as they are; programs read them from here.
extern const std::uintptr_t unweighted asm("MPI_UNWEIGHTED");
const std::uintptr_t unweighted = kOurUnweighted;
extern const std::uintptr_t weights_empty asm("MPI_WEIGHTS_EMPTY");
const std::uintptr_t weights_empty = kOurWeightsEmpty;
extern const std::uintptr_t all_handles asm("MPI_T_PVAR_ALL_HANDLES");
const std::uintptr_t all_handles = kOurPvarAllHandles;

// Addresses of a program's own, which its Fortran library writes here.
extern int* f_status_ignore asm("MPI_F_STATUS_IGNORE");
int* f_status_ignore = nullptr;
extern int* f_statuses_ignore asm("MPI_F_STATUSES_IGNORE");
int* f_statuses_ignore = nullptr;
extern Status f08_status asm("MPIR_F08_MPI_STATUS_IGNORE_OBJ");
Status f08_status{};
extern Status f08_statuses asm("MPIR_F08_MPI_STATUSES_IGNORE_OBJ");
Status f08_statuses{};
extern Status* f08_status_ignore asm("MPI_F08_STATUS_IGNORE");
Status* f08_status_ignore = &f08_status;
extern Status* f08_statuses_ignore asm("MPI_F08_STATUSES_IGNORE");
Status* f08_statuses_ignore = &f08_statuses;
extern int fortran_true asm("MPIR_fortran_true");
int fortran_true = 1;
extern int fortran_false asm("MPIR_fortran_false");
int fortran_false = 0;

// ---- handles as integers: they are integers ----
#define HANDLE_AS_INTEGER(name, type)          \
  BOTH_NAMES(int, name##_c2f, (type handle)) { \
    return static_cast<int>(handle);           \
  }                                            \
  BOTH_NAMES(type, name##_f2c, (int handle)) { \
    return static_cast<type>(handle);          \
  }                                            \
  int name##_toint(type handle) noexcept {     \
    return static_cast<int>(handle);           \
  }                                            \
  WEAK_NAME(name##_toint);                     \
  type name##_fromint(int handle) noexcept {   \
    return from_integer<type>(handle);         \
  }                                            \
  WEAK_NAME(name##_fromint);

// The library's own number of an object, which it tells in info values (mpix.h), is taken as well.
template <typename Theirs>
static Theirs from_integer(int handle) noexcept {
  const auto number = reinterpret_cast<std::uintptr_t>(in(static_cast<Theirs>(handle)));
  if ((number & kForeign) == 0) return static_cast<Theirs>(handle);
  return out<Theirs>(reinterpret_cast<typename Kind<Theirs>::Ours>(static_cast<std::uintptr_t>(handle)));
}

HANDLE_AS_INTEGER(Comm, Comm)
HANDLE_AS_INTEGER(Errhandler, Errhandler)
HANDLE_AS_INTEGER(Group, Group)
HANDLE_AS_INTEGER(Info, Info)
HANDLE_AS_INTEGER(Message, Message)
HANDLE_AS_INTEGER(Op, Op)
HANDLE_AS_INTEGER(Request, Request)
HANDLE_AS_INTEGER(Session, Session)
HANDLE_AS_INTEGER(Type, Datatype)
HANDLE_AS_INTEGER(Win, Win)

// Files are pointers, of which the library's numbers need 31 bits.
BOTH_NAMES(int, File_c2f, (File file)) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(file));
}
BOTH_NAMES(File, File_f2c, (int file)) {
  return reinterpret_cast<File>(static_cast<std::intptr_t>(file));
}
int File_toint(File file) noexcept {
  return File_c2f(file);
}
WEAK_NAME(File_toint);
File File_fromint(int file) noexcept {
  return File_f2c(file);
}
WEAK_NAME(File_fromint);

// ---- statuses: the same bytes in each language ----
static int copy_status(const Status* from, Status* to) noexcept {
  if (from == nullptr || to == nullptr || is_ignored(from)) return code_out(MPI_ERR_ARG);
  *to = *from;
  return MPI_SUCCESS;
}
BOTH_NAMES(int, Status_c2f, (const Status* from, Status* to)) {
  return copy_status(from, to);
}
BOTH_NAMES(int, Status_f2c, (const Status* from, Status* to)) {
  return copy_status(from, to);
}
BOTH_NAMES(int, Status_c2f08, (const Status* from, Status* to)) {
  return copy_status(from, to);
}
BOTH_NAMES(int, Status_f082c, (const Status* from, Status* to)) {
  return copy_status(from, to);
}
BOTH_NAMES(int, Status_f2f08, (const Status* from, Status* to)) {
  return copy_status(from, to);
}
BOTH_NAMES(int, Status_f082f, (const Status* from, Status* to)) {
  return copy_status(from, to);
}

// ---- what the Fortran library that a program came with asks for ----
// The number of a predefined key is one more in Fortran, and its value comes itself, not a pointer to it. Fortran takes and
// gives values of the size of an address; types of attributes (0 a pointer, 1 and 3 integers) tell nothing more here.
extern "C" {

int MPII_Comm_set_attr(Comm comm, int keyval, void* value, int /*type*/) noexcept {
  return Comm_set_attr(comm, keyval, value);
}
int MPII_Type_set_attr(Datatype datatype, int keyval, void* value, int /*type*/) noexcept {
  return Type_set_attr(datatype, keyval, value);
}
int MPII_Win_set_attr(Win win, int keyval, void* value, int /*type*/) noexcept {
  return Win_set_attr(win, keyval, value);
}

int MPII_Comm_get_attr(Comm comm, int keyval, void* value, int* flag, int type) noexcept {
  const bool predefined = type != 0 && keyval_in(keyval - 1) <= MPI_UNIVERSE_SIZE && keyval_in(keyval - 1) >= MPI_TAG_UB;
  const int code = Comm_get_attr(comm, predefined ? keyval - 1 : keyval, value, flag);
  auto* const found = static_cast<std::intptr_t*>(value);
  if (code == MPI_SUCCESS && predefined && *flag != 0) *found = *reinterpret_cast<const int*>(*found);
  return code;
}

int MPII_Type_get_attr(Datatype datatype, int keyval, void* value, int* flag, int /*type*/) noexcept {
  return Type_get_attr(datatype, keyval, value, flag);
}

int MPII_Win_get_attr(Win win, int keyval, void* value, int* flag, int type) noexcept {
  const int ours = keyval_in(keyval - 1);
  const bool predefined = type != 0 && ours >= MPI_WIN_BASE && ours <= MPI_WIN_MODEL;
  const int code = Win_get_attr(win, predefined ? keyval - 1 : keyval, value, flag);
  auto* const found = static_cast<std::intptr_t*>(value);
  if (code != MPI_SUCCESS || !predefined || *flag == 0 || ours == MPI_WIN_BASE) return code;
  *found = ours == MPI_WIN_SIZE ? *reinterpret_cast<const MPI_Aint*>(*found) : *reinterpret_cast<const int*>(*found);
  return code;
}

void MPII_Keyval_set_proxy(int keyval, CopyProxy* copy, DeleteProxy* remove) noexcept {
  set_proxies(keyval, copy, remove);
}
void MPII_Grequest_set_lang_f77(Request request) noexcept {
  call_as_fortran(request);
}

// ---- GPUs ----
int MPIX_Query_cuda_support(void) noexcept {
  return api::takes_cuda_buffers() ? 1 : 0;
}
int MPIX_Query_hip_support(void) noexcept {
  return 0;
}
int MPIX_Query_ze_support(void) noexcept {
  return 0;
}
int MPIX_GPU_query_support(int gpu_type, int* is_supported) noexcept {  // 0: CUDA; 1: Level Zero; 2: HIP
  if (gpu_type < 0 || gpu_type > 2 || is_supported == nullptr) return code_out(MPI_ERR_ARG);
  *is_supported = gpu_type == 0 ? MPIX_Query_cuda_support() : 0;
  return MPI_SUCCESS;
}

}  // extern "C"

// ---- removed in MPI-3; libraries of this ABI keep them ----
BOTH_NAMES(int, Address, (const void* location, MPI_Aint* address)) {
  return Get_address(location, address);
}
BOTH_NAMES(int, Errhandler_create, (MPI_Comm_errhandler_function * function, Errhandler* errhandler)) {
  return Comm_create_errhandler(function, errhandler);
}
BOTH_NAMES(int, Errhandler_get, (Comm comm, Errhandler* errhandler)) {
  return Comm_get_errhandler(comm, errhandler);
}
BOTH_NAMES(int, Errhandler_set, (Comm comm, Errhandler errhandler)) {
  return Comm_set_errhandler(comm, errhandler);
}
BOTH_NAMES(int, Type_extent, (Datatype datatype, MPI_Aint* extent)) {
  MPI_Aint lb = 0;
  return Type_get_extent(datatype, &lb, extent);
}
BOTH_NAMES(int, Type_lb, (Datatype datatype, MPI_Aint* lb)) {
  MPI_Aint extent = 0;
  return Type_get_extent(datatype, lb, &extent);
}
BOTH_NAMES(int, Type_ub, (Datatype datatype, MPI_Aint* ub)) {
  MPI_Aint lb = 0;
  const int code = Type_get_extent(datatype, &lb, ub);
  if (code == MPI_SUCCESS) *ub += lb;
  return code;
}
BOTH_NAMES(int, Type_hindexed, (int count, int lengths[], MPI_Aint displacements[], Datatype oldtype, Datatype* newtype)) {
  return Type_create_hindexed(count, lengths, displacements, oldtype, newtype);
}
BOTH_NAMES(int, Type_hvector, (int count, int length, MPI_Aint stride, Datatype oldtype, Datatype* newtype)) {
  return Type_create_hvector(count, length, stride, oldtype, newtype);
}
BOTH_NAMES(int, Type_struct, (int count, int lengths[], MPI_Aint displacements[], Datatype types[], Datatype* newtype)) {
  return Type_create_struct(count, lengths, displacements, types, newtype);
}

}  // namespace penstock::faces::mpich
