// Addresses that stand for something in the MPICH ABI.
#pragma once

#include "faces/mpich/types.hpp"

namespace penstock::faces::mpich {

// The MPICH ABI has MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY and MPI_T_PVAR_ALL_HANDLES as variables of its library, which have the
// standard's values, so nothing is left to convert.
template <typename Weight>
[[nodiscard]] inline Weight* weights_in(Weight* array) noexcept {
  return array;
}

[[nodiscard]] inline MPI_T_pvar_handle pvar_handle(MPI_T_pvar_handle handle) noexcept {
  return handle;
}

}  // namespace penstock::faces::mpich
