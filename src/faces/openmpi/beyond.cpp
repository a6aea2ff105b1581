// Parts of the Open MPI ABI beyond the standard that no other shim has: data that Fortran programs share with the library,
// texts whose buffers are shorter than the standard's, and GPU queries.
#include <algorithm>
#include <array>
#include <iterator>

#include "api/gen/entry.hpp"
#include "faces/common/convert.hpp"
#include "faces/common/gen/calls.hpp"
#include "faces/common/texts.hpp"

namespace penstock::faces::openmpi {

// ---- data ----
// What stands in Fortran for addresses with a meaning. A Fortran program has common blocks of these names, which then are the
// ones that the library sees.
#define FORTRAN_BLOCK(name, type, length)       \
  extern "C" {                                  \
  extern std::array<type, length> name;         \
  constinit std::array<type, length> name = {}; \
  }

FORTRAN_BLOCK(mpi_fortran_argv_null_, char, 1)
FORTRAN_BLOCK(mpi_fortran_argvs_null_, char, 1)
FORTRAN_BLOCK(mpi_fortran_bottom_, int, 1)
FORTRAN_BLOCK(mpi_fortran_errcodes_ignore_, int, 1)
FORTRAN_BLOCK(mpi_fortran_in_place_, int, 1)
FORTRAN_BLOCK(mpi_fortran_status_ignore_, int, 6)
FORTRAN_BLOCK(mpi_fortran_statuses_ignore_, int, 6)
FORTRAN_BLOCK(mpi_fortran_unweighted_, int, 1)
FORTRAN_BLOCK(mpi_fortran_weights_empty_, int, 1)

#define BLOCK_ADDRESS(name, block)         \
  extern "C" {                             \
  extern void* name;                       \
  void* name = static_cast<void*>(&block); \
  }

BLOCK_ADDRESS(MPI_F_STATUS_IGNORE, mpi_fortran_status_ignore_)
BLOCK_ADDRESS(MPI_F_STATUSES_IGNORE, mpi_fortran_statuses_ignore_)
BLOCK_ADDRESS(MPI_F08_STATUS_IGNORE, mpi_fortran_status_ignore_)
BLOCK_ADDRESS(MPI_F08_STATUSES_IGNORE, mpi_fortran_statuses_ignore_)

// ---- texts: cut where the program has no more room ----
template <typename Entry, typename Ours>
static int get_name(Entry* entry, Ours object, char* name, int* resultlen) noexcept {
  char whole[MPI_MAX_OBJECT_NAME];
  const int code = entry(object, name != nullptr ? whole : nullptr, resultlen);
  if (code == MPI_SUCCESS) cut(whole, kMaxObjectName, name, resultlen);
  return code_out(code);
}

int Comm_get_name(Comm comm, char* comm_name, int* resultlen) noexcept {
  return get_name(api::Comm_get_name, in(comm), comm_name, resultlen);
}
WEAK_NAME(Comm_get_name);

int Type_get_name(Datatype datatype, char* type_name, int* resultlen) noexcept {
  return get_name(api::Type_get_name, in(datatype), type_name, resultlen);
}
WEAK_NAME(Type_get_name);

int Win_get_name(Win win, char* win_name, int* resultlen) noexcept {
  return get_name(api::Win_get_name, in(win), win_name, resultlen);
}
WEAK_NAME(Win_get_name);

// ---- error classes that the standard has not ----
static const ErrorClass* class_beyond(int code) noexcept {
  const auto* const found = std::ranges::find(kErrorClassesBeyond, code, &ErrorClass::theirs);
  return found != std::end(kErrorClassesBeyond) ? found : nullptr;
}

int Error_class(int errorcode, int* errorclass) noexcept {
  if (class_beyond(errorcode) == nullptr)
    return code_out(api::Error_class(code_in(errorcode), NumberOut<code_out>(errorclass)));
  if (errorclass == nullptr) return code_out(MPI_ERR_ARG);
  *errorclass = errorcode;
  return MPI_SUCCESS;
}
WEAK_NAME(Error_class);

int Error_string(int errorcode, char* string, int* resultlen) noexcept {
  if (const ErrorClass* const beyond = class_beyond(errorcode);
      beyond != nullptr && string != nullptr && resultlen != nullptr) {
    cut(beyond->text, kMaxErrorString, string, resultlen);
    return MPI_SUCCESS;
  }
  char whole[MPI_MAX_ERROR_STRING];
  const int code = api::Error_string(code_in(errorcode), string != nullptr ? whole : nullptr, resultlen);
  if (code == MPI_SUCCESS) cut(whole, kMaxErrorString, string, resultlen);
  return code_out(code);
}
WEAK_NAME(Error_string);

// ---- GPUs ----
extern "C" int MPIX_Query_rocm_support(void) noexcept {
  return 0;
}

}  // namespace penstock::faces::openmpi
