// Generalised requests (section 13.2).
#include "core/grequest.hpp"

#include "api/gen/bodies.hpp"
#include "core/process.hpp"

namespace penstock::api::body {

Status Grequest_start(Call& call, MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
                      MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request) {
  return core::start_grequest(call.process(), {query_fn, free_fn, cancel_fn, extra_state}, request);
}

Status Grequest_complete(Call& call, MPI_Request request) {
  return core::complete_grequest(call.process(), request);
}

}  // namespace penstock::api::body
