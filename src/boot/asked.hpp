// This header has the options that the user gave the launcher, beyond the placement of ranks.
#pragma once

#include <string_view>

namespace penstock::boot {

// Returns mpiexec's -initial-errhandler (PENSTOCK_INITIAL_ERRHANDLER): "mpi_errors_are_fatal", "mpi_errors_abort" or
// "mpi_errors_return". Returns an empty string if the option was not given.
[[nodiscard]] std::string_view asked_errhandler();

}  // namespace penstock::boot
