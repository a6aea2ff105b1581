// The names of MPI's thread levels.
#pragma once

#include <string_view>

#include "mpi.h"

namespace penstock::core {

// Returns the value of the info key thread_level.
[[nodiscard]] constexpr std::string_view name_of_level(int thread_level) noexcept {
  switch (thread_level) {
    case MPI_THREAD_FUNNELED: return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED: return "MPI_THREAD_SERIALIZED";
    case MPI_THREAD_MULTIPLE: return "MPI_THREAD_MULTIPLE";
    default: return "MPI_THREAD_SINGLE";
  }
}

}  // namespace penstock::core
