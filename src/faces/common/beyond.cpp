// Functions of libraries of both ABIs beyond the standard: Fortran handles and statuses, functions that MPI-3 removed, and GPU
// queries.
#include <cstring>

#include "api/face/mpi_ext.hpp"
#include "api/gen/entry.hpp"
#include "faces/common/convert.hpp"
#include "faces/common/gen/calls.hpp"

// A function under its PMPI_ and its MPI_ name.
#define BOTH_NAMES(result, name, parameters)          \
  result name parameters noexcept asm("PMPI_" #name); \
  WEAK_NAME(name);                                    \
  result name parameters noexcept

namespace penstock::faces::PENSTOCK_FACE {

// ---- handles as integers: of Fortran, and the numbers that the standard has functions for since MPI 5.0. There the library's
// own number of an object, which it tells in info values (mpix.h), is taken as well. ----
#define HANDLE_AS_INTEGER(name, type)          \
  BOTH_NAMES(int, name##_c2f, (type handle)) { \
    return to_integer(handle);                 \
  }                                            \
  BOTH_NAMES(type, name##_f2c, (int handle)) { \
    return from_integer<type>(handle);         \
  }                                            \
  int name##_toint(type handle) noexcept {     \
    return to_integer(handle);                 \
  }                                            \
  WEAK_NAME(name##_toint);                     \
  type name##_fromint(int handle) noexcept {   \
    return from_number<type>(handle);          \
  }                                            \
  WEAK_NAME(name##_fromint);

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
HANDLE_AS_INTEGER(File, File)

// ---- statuses: the same bytes in each language ----
static int copy_status(const Status* from, Status* to) noexcept {
  if (from == nullptr || to == nullptr || is_ignored(from)) return code_out(MPI_ERR_ARG);
  std::memcpy(static_cast<void*>(to), static_cast<const void*>(from), sizeof *to);  // Fortran's is not aligned as ours
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

// ---- removed in MPI-3; libraries of these ABIs keep them ----
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

// ---- GPUs ----
extern "C" {
int PMPIX_Query_cuda_support(void) noexcept {
  return api::takes_cuda_buffers() ? 1 : 0;
}
[[gnu::weak, gnu::alias("PMPIX_Query_cuda_support")]] int MPIX_Query_cuda_support(void) noexcept;
}

}  // namespace penstock::faces::PENSTOCK_FACE
