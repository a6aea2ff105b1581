// Generalised requests (section 13.2): operations that the program performs itself.
#pragma once

#include "base/status.hpp"
#include "core/p2p/request.hpp"
#include "mpi.h"

namespace penstock::core {

// The functions may be null. Each is called with the engine's lock released; a code that one returns is the failure of the
// call that needed it.
struct GrequestFunctions {
  MPI_Grequest_query_function* query = nullptr;
  MPI_Grequest_free_function* free = nullptr;
  MPI_Grequest_cancel_function* cancel = nullptr;
  void* extra_state = nullptr;
};

[[nodiscard]] Status start_grequest(Instance& instance, const GrequestFunctions& functions, MPI_Request* request);
// From any thread. Frees a request that MPI_Request_free was called for. kRequest for any other request, and for one that
// is complete.
[[nodiscard]] Status complete_grequest(Instance& instance, MPI_Request handle);

}  // namespace penstock::core
