// Generalised requests (section 13.2): operations that the application performs itself.
#pragma once

#include "base/status.hpp"
#include "core/p2p/request.hpp"
#include "mpi.h"

namespace penstock::core {

// The functions may be null. Each is called with the engine's lock released; an error code that it returns is the failure of
// the MPI call that ran it.
struct GrequestFunctions {
  MPI_Grequest_query_function* query = nullptr;
  MPI_Grequest_free_function* free = nullptr;
  MPI_Grequest_cancel_function* cancel = nullptr;
  void* extra_state = nullptr;
};

[[nodiscard]] Status start_grequest(Instance& instance, const GrequestFunctions& functions, MPI_Request* request);
// May be called by any thread. Frees a request on which MPI_Request_free was called. Returns kRequest for any other
// kind of request, and for a completed one.
[[nodiscard]] Status complete_grequest(Instance& instance, MPI_Request handle);

}  // namespace penstock::core
