// Addresses that stand for something in the Open MPI ABI.
#pragma once

#include <cstdint>

#include "faces/openmpi/gen/tables.hpp"
#include "faces/openmpi/types.hpp"

namespace penstock::faces::openmpi {

// Weights of a graph's edges: two addresses have a meaning, and no array lies there.
[[nodiscard]] inline int* weights_in(const int* array) noexcept {
  const auto address = reinterpret_cast<std::intptr_t>(array);
  if (address == kUnweighted) return MPI_UNWEIGHTED;
  return address == kWeightsEmpty ? MPI_WEIGHTS_EMPTY : const_cast<int*>(array);
}

[[nodiscard]] inline MPI_T_pvar_handle pvar_handle(MPI_T_pvar_handle handle) noexcept {
  return reinterpret_cast<std::intptr_t>(handle) == kPvarAllHandles ? MPI_T_PVAR_ALL_HANDLES : handle;
}

}  // namespace penstock::faces::openmpi
