// Functions of the program that MPI calls, and what a Fortran library of the face sets for them.
#pragma once

#include "faces/common/face.hpp"

namespace penstock::faces::PENSTOCK_FACE {

using Any = void (*)();

// Calls the program's function of an operation, as api::ForeignReduction.
void reduce(Any function, bool large, void* from, void* to, MPI_Count length, MPI_Datatype datatype);

// A Fortran library of this ABI sets this in place of the two functions of a key; it calls those that the key was made with.
using CopyProxy = int(void* function, int object, int keyval, void* extra_state, int attribute_type, void* value,
                      void** copied_value, int* flag);
using DeleteProxy = int(void* function, int object, int keyval, int attribute_type, void* value, void* extra_state);
// Nothing where the key is not one of this face.
void set_proxies(int keyval, CopyProxy* copy, DeleteProxy* remove) noexcept;

// The functions of the generalised request that this thread made last are Fortran's.
void call_as_fortran(Request request) noexcept;

}  // namespace penstock::faces::PENSTOCK_FACE
