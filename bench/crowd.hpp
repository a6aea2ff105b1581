// Whether ranks share processors.
#pragma once

#include <mpi.h>

namespace bench {

// Whether on any host more ranks of `comm` run than there are processors on which these may run. The same on all ranks.
// Collective. False of a library that cannot tell who shares a host.
[[nodiscard]] bool is_crowded(MPI_Comm comm);

}  // namespace bench
