// Entries for shims whose ABI is not the standard's: for functions of the application that have other types there, and handles
// that are written after the call. Each works as the entry of its name except for the arguments named here.
#pragma once

#include "api/export.hpp"
#include "mpi.h"

namespace penstock::api {

// Calls the application's function. `large`: the form with large counts.
using ForeignReduction = void(void (*function)(), bool large, void* in, void* inout, MPI_Count length, MPI_Datatype datatype);
PENSTOCK_EXPORT int foreign_op(ForeignReduction* call, void (*function)(), bool large, int commute, MPI_Op* op) noexcept;

// Calls the application's handler. `object` points to the standard handle; *code may be changed.
using ForeignErrhandler = void(void (*function)(), void* object, int* code);
PENSTOCK_EXPORT int foreign_comm_errhandler(ForeignErrhandler* call, void (*function)(), MPI_Errhandler* errhandler) noexcept;
PENSTOCK_EXPORT int foreign_session_errhandler(ForeignErrhandler* call, void (*function)(),
                                               MPI_Errhandler* errhandler) noexcept;
PENSTOCK_EXPORT int foreign_win_errhandler(ForeignErrhandler* call, void (*function)(), MPI_Errhandler* errhandler) noexcept;
PENSTOCK_EXPORT int foreign_file_errhandler(ForeignErrhandler* call, void (*function)(), MPI_Errhandler* errhandler) noexcept;

// MPI_Comm_idup, or MPI_Comm_idup_with_info if `info` is not MPI_INFO_NULL: `write` stores the null handle within the call, and
// the new handle when the request is done.
using ForeignComm = void(void* to, MPI_Comm made);
PENSTOCK_EXPORT int foreign_idup(MPI_Comm comm, MPI_Info info, ForeignComm* write, void* to, MPI_Request* request) noexcept;

}  // namespace penstock::api
