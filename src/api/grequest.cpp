// Generalised requests (section 13.2).
#include "core/p2p/grequest.hpp"

#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {

Status Grequest_start(Call& call, MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
                      MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request) {
  return core::start_grequest(call.instance(), {query_fn, free_fn, cancel_fn, extra_state}, request);
}

Status Grequest_complete(Call& call, MPI_Request request) {
  return core::complete_grequest(call.instance(), request);
}

}  // namespace penstock::api::body
