// Finds out if ranks share processors (oversubscription).
#pragma once

#include <mpi.h>

namespace bench {

// True if on any host more ranks of `comm` run than there are processors that they may use. All ranks get the same result.
// Collective. False with a library that cannot tell which ranks share a host.
[[nodiscard]] bool is_crowded(MPI_Comm comm);

}  // namespace bench
