// Parts of the MPICH ABI beyond the standard that no other shim has: functions for its Fortran library, data symbols, and GPU
// queries.
#include <cstdint>

#include "api/face/foreign.hpp"
#include "api/face/mpi_ext.hpp"
#include "api/gen/entry.hpp"
#include "faces/common/callbacks.hpp"
#include "faces/common/convert.hpp"
#include "faces/common/gen/calls.hpp"

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

// ---- MPI_COMM_DUP_FN and its like: the address of this function ----
int copy_as_it_is(int object, int keyval, void* extra_state, void* value, void* copied_value, int* flag) noexcept
    asm("MPIR_Dup_fn");
int copy_as_it_is(int /*object*/, int /*keyval*/, void* /*extra_state*/, void* value, void* copied_value, int* flag) noexcept {
  *static_cast<void**>(copied_value) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

int Op_create(MPI_User_function* user_fn, int commute, Op* op) noexcept {
  return code_out(api::foreign_op(reduce, reinterpret_cast<Any>(user_fn), false, commute, HandleOut(op)));
}
WEAK_NAME(Op_create);

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
#define WEAK_QUERY(name, parameters) [[gnu::weak, gnu::alias("P" #name)]] int name parameters noexcept
int PMPIX_Query_hip_support(void) noexcept {
  return 0;
}
WEAK_QUERY(MPIX_Query_hip_support, (void));
int PMPIX_Query_ze_support(void) noexcept {
  return 0;
}
WEAK_QUERY(MPIX_Query_ze_support, (void));
int PMPIX_GPU_query_support(int gpu_type, int* is_supported) noexcept {  // 0: CUDA; 1: Level Zero; 2: HIP
  if (gpu_type < 0 || gpu_type > 2 || is_supported == nullptr) return code_out(MPI_ERR_ARG);
  *is_supported = gpu_type == 0 && api::takes_cuda_buffers() ? 1 : 0;
  return MPI_SUCCESS;
}
WEAK_QUERY(MPIX_GPU_query_support, (int gpu_type, int* is_supported));

}  // extern "C"

}  // namespace penstock::faces::mpich
