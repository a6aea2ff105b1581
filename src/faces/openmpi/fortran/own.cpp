// Fortran functions of the Open MPI ABI that take functions of the program or values of attributes, and names of MPI-1.
#include <cstdint>

#include "api/face/foreign.hpp"
#include "faces/common/numbers.hpp"
#include "faces/openmpi/fortran/arguments.hpp"

namespace penstock::faces::openmpi::fortran {
namespace {

using Function = void (*)();

// Converts a handle of the standard ABI, whose number libmpi.so.40 knows.
template <typename Handle>
int number_of(Handle handle) noexcept {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(handle));
}

void reduce(Function function, bool /*large*/, void* from, void* to, MPI_Count length, MPI_Datatype datatype) {
  auto count = static_cast<int>(length);
  int type = Type_c2f(Type_fromint(number_of(datatype)));
  reinterpret_cast<void (*)(void*, void*, int*, int*)>(function)(from, to, &count, &type);
}

void handle_comm_error(Function function, void* object, int* code) {
  int comm = Comm_c2f(Comm_fromint(number_of(*static_cast<MPI_Comm*>(object))));
  int told = code_out(*code);
  reinterpret_cast<void (*)(int*, int*, ...)>(function)(&comm, &told);
  *code = code_in(told);
}

void handle_win_error(Function function, void* object, int* code) {
  int win = Win_c2f(Win_fromint(number_of(*static_cast<MPI_Win*>(object))));
  int told = code_out(*code);
  reinterpret_cast<void (*)(int*, int*, ...)>(function)(&win, &told);
  *code = code_in(told);
}

void create_errhandler(int code, MPI_Errhandler made, int* errhandler, int* ierror) noexcept {
  if (code == MPI_SUCCESS) *errhandler = Errhandler_c2f(Errhandler_fromint(number_of(made)));
  give(ierror, code_out(code));
}

// The value of an attribute, not its address: C has the addresses of MPI's own. Their keys are these in this ABI.
constexpr int kLastKeyOfComm = 6;
constexpr int kWindowBase = 7;
constexpr int kWindowSize = 8;
constexpr int kLastKeyOfWindow = 11;

MPI_Aint value_of(int keyval, const void* found) noexcept {
  if (keyval == kWindowSize) return *static_cast<const MPI_Aint*>(found);
  const bool is_integer = keyval <= kLastKeyOfComm || (keyval > kWindowSize && keyval <= kLastKeyOfWindow);
  return is_integer ? *static_cast<const int*>(found) : reinterpret_cast<std::intptr_t>(found);
}
static_assert(kWindowBase < kWindowSize);

}  // namespace

extern "C" {

void pmpi_op_create_(Function user_fn, int* commute, int* op, int* ierror) noexcept {
  MPI_Op made = MPI_OP_NULL;
  const int code = api::foreign_op(reduce, user_fn, false, *commute, &made);
  if (code == MPI_SUCCESS) *op = Op_c2f(Op_fromint(number_of(made)));
  give(ierror, code_out(code));
}
FORTRAN_NAMES(op_create);

void pmpi_comm_create_errhandler_(Function handler, int* errhandler, int* ierror) noexcept {
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  const int code = api::foreign_comm_errhandler(handle_comm_error, handler, &made);
  create_errhandler(code, made, errhandler, ierror);
}
FORTRAN_NAMES(comm_create_errhandler);

void pmpi_errhandler_create_(Function handler, int* errhandler, int* ierror) noexcept {
  pmpi_comm_create_errhandler_(handler, errhandler, ierror);
}
FORTRAN_NAMES(errhandler_create);

void pmpi_win_create_errhandler_(Function handler, int* errhandler, int* ierror) noexcept {
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  const int code = api::foreign_win_errhandler(handle_win_error, handler, &made);
  create_errhandler(code, made, errhandler, ierror);
}
FORTRAN_NAMES(win_create_errhandler);

void pmpi_errhandler_get_(int* comm, int* errhandler, int* ierror) noexcept {
  give(ierror, Comm_get_errhandler(Comm_f2c(*comm), ErrhandlerOut(errhandler)));
}
FORTRAN_NAMES(errhandler_get);

void pmpi_errhandler_set_(int* comm, int* errhandler, int* ierror) noexcept {
  give(ierror, Comm_set_errhandler(Comm_f2c(*comm), Errhandler_f2c(*errhandler)));
}
FORTRAN_NAMES(errhandler_set);

void pmpi_comm_get_attr_(int* comm, int* keyval, MPI_Aint* value, int* flag, int* ierror) noexcept {
  void* found = nullptr;
  const int code = Comm_get_attr(Comm_f2c(*comm), *keyval, static_cast<void*>(&found), flag);
  if (code == MPI_SUCCESS && *flag != 0) *value = value_of(*keyval, found);
  give(ierror, code);
}
FORTRAN_NAMES(comm_get_attr);

void pmpi_attr_get_(int* comm, int* keyval, int* value, int* flag, int* ierror) noexcept {
  MPI_Aint whole = 0;
  int code = MPI_SUCCESS;
  pmpi_comm_get_attr_(comm, keyval, &whole, flag, &code);
  if (code == MPI_SUCCESS && *flag != 0) *value = static_cast<int>(whole);
  give(ierror, code);
}
FORTRAN_NAMES(attr_get);

void pmpi_win_get_attr_(int* win, int* keyval, MPI_Aint* value, int* flag, int* ierror) noexcept {
  void* found = nullptr;
  const int code = Win_get_attr(Win_f2c(*win), *keyval, static_cast<void*>(&found), flag);
  if (code == MPI_SUCCESS && *flag != 0) *value = value_of(*keyval, found);
  give(ierror, code);
}
FORTRAN_NAMES(win_get_attr);

void pmpi_pcontrol_(const int* level) noexcept {
  static_cast<void>(Pcontrol(*level));
}
FORTRAN_NAMES(pcontrol);

// Tells compilers that a buffer may change here; it does nothing.
void pmpi_f_sync_reg_(void* /*buffer*/) noexcept {}
FORTRAN_NAMES(f_sync_reg);

// ---- names of MPI-1, with addresses of 4 bytes: they are cut, as they are in every library ----
void pmpi_address_(void* location, int* address, int* ierror) noexcept {
  MPI_Aint whole = 0;
  const int code = Get_address(sent(location), &whole);
  *address = static_cast<int>(whole);
  give(ierror, code);
}
FORTRAN_NAMES(address);

void pmpi_type_extent_(int* datatype, int* extent, int* ierror) noexcept {
  MPI_Aint lb = 0;
  MPI_Aint whole = 0;
  const int code = Type_get_extent(Type_f2c(*datatype), &lb, &whole);
  if (code == MPI_SUCCESS) *extent = static_cast<int>(whole);
  give(ierror, code);
}
FORTRAN_NAMES(type_extent);

void pmpi_type_lb_(int* datatype, int* lb, int* ierror) noexcept {
  MPI_Aint whole = 0;
  MPI_Aint extent = 0;
  const int code = Type_get_extent(Type_f2c(*datatype), &whole, &extent);
  if (code == MPI_SUCCESS) *lb = static_cast<int>(whole);
  give(ierror, code);
}
FORTRAN_NAMES(type_lb);

void pmpi_type_ub_(int* datatype, int* ub, int* ierror) noexcept {
  MPI_Aint lb = 0;
  MPI_Aint extent = 0;
  const int code = Type_get_extent(Type_f2c(*datatype), &lb, &extent);
  if (code == MPI_SUCCESS) *ub = static_cast<int>(lb + extent);
  give(ierror, code);
}
FORTRAN_NAMES(type_ub);

void pmpi_type_hvector_(int* count, int* blocklength, int* stride, int* oldtype, int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_hvector(*count, *blocklength, *stride, Type_f2c(*oldtype), TypeOut(newtype)));
}
FORTRAN_NAMES(type_hvector);

void pmpi_type_hindexed_(int* count, int* lengths, int* displacements, int* oldtype, int* newtype, int* ierror) noexcept {
  give(ierror,
       Type_create_hindexed(*count, lengths, LongAddresses(*count, displacements), Type_f2c(*oldtype), TypeOut(newtype)));
}
FORTRAN_NAMES(type_hindexed);

void pmpi_type_struct_(int* count, int* lengths, int* displacements, int* types, int* newtype, int* ierror) noexcept {
  give(ierror,
       Type_create_struct(*count, lengths, LongAddresses(*count, displacements), TypesIn(*count, types), TypeOut(newtype)));
}
FORTRAN_NAMES(type_struct);

// Names for programs that take addresses as C's pointers.
#define CPTR_NAMES(name) decltype(pmpi_##name##_cptr_) mpi_##name##_cptr_ __attribute__((weak, alias("pmpi_" #name "_cptr_")))

void pmpi_alloc_mem_cptr_(MPI_Aint* size, int* info, void* baseptr, int* ierror) noexcept {
  give(ierror, Alloc_mem(*size, Info_f2c(*info), baseptr));
}
CPTR_NAMES(alloc_mem);

void pmpi_win_allocate_cptr_(MPI_Aint* size, int* disp_unit, int* info, int* comm, void* baseptr, int* win,
                             int* ierror) noexcept {
  give(ierror, Win_allocate(*size, *disp_unit, Info_f2c(*info), Comm_f2c(*comm), baseptr, WinOut(win)));
}
CPTR_NAMES(win_allocate);

void pmpi_win_allocate_shared_cptr_(MPI_Aint* size, int* disp_unit, int* info, int* comm, void* baseptr, int* win,
                                    int* ierror) noexcept {
  give(ierror, Win_allocate_shared(*size, *disp_unit, Info_f2c(*info), Comm_f2c(*comm), baseptr, WinOut(win)));
}
CPTR_NAMES(win_allocate_shared);

void pmpi_win_shared_query_cptr_(int* win, int* rank, MPI_Aint* size, int* disp_unit, void* baseptr, int* ierror) noexcept {
  give(ierror, Win_shared_query(Win_f2c(*win), *rank, size, disp_unit, baseptr));
}
CPTR_NAMES(win_shared_query);

}  // extern "C"

}  // namespace penstock::faces::openmpi::fortran
