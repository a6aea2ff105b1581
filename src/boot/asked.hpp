// The wishes that the user told the launcher, beyond where ranks run.
#pragma once

#include <string_view>

namespace penstock::boot {

// "mpi_errors_are_fatal", "mpi_errors_abort" or "mpi_errors_return": mpiexec's -initial-errhandler
// (PENSTOCK_INITIAL_ERRHANDLER). Empty: nobody asked.
[[nodiscard]] std::string_view asked_errhandler();

}  // namespace penstock::boot
