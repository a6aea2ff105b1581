// Partitioned point-to-point communication (chapter 4).
#include "core/partitioned/partitioned.hpp"

#include <span>

#include "api/completed.hpp"
#include "api/gen/bodies.hpp"

namespace penstock::api::body {
namespace {

// Failures of calls on the request are raised on its communicator.
template <typename Act>
Status with_request(Call& call, MPI_Request handle, const Act& act) {
  core::Request* request = nullptr;
  PENSTOCK_TRY(core::find_request(call.instance(), handle, &request));
  if (request == nullptr) return Status::error(Code::kRequest, "the request is MPI_REQUEST_NULL");
  Status done = act(*request);
  if (!done.is_ok() && request->comm() != nullptr) raise_on_live(call, core::Ref<core::Comm>::share(*request->comm()));
  return done;
}

}  // namespace

Status Psend_init(Call& /*call*/, const void* buf, int partitions, MPI_Count count, core::Datatype& datatype, int dest, int tag,
                  core::Comm& comm, core::Info* /*info*/, MPI_Request* request) {
  return core::make_partitioned_send(comm, {const_cast<void*>(buf), partitions, count, &datatype, dest, tag}, request);
}

Status Precv_init(Call& /*call*/, void* buf, int partitions, MPI_Count count, core::Datatype& datatype, int source, int tag,
                  core::Comm& comm, core::Info* /*info*/, MPI_Request* request) {
  return core::make_partitioned_recv(comm, {buf, partitions, count, &datatype, source, tag}, request);
}

Status Pready(Call& call, int partition, MPI_Request request) {
  return with_request(call, request, [&](core::Request& found) { return core::make_ready(found, partition, partition); });
}

Status Pready_range(Call& call, int partition_low, int partition_high, MPI_Request request) {
  return with_request(call, request,
                      [&](core::Request& found) { return core::make_ready(found, partition_low, partition_high); });
}

Status Pready_list(Call& call, int length, const int array_of_partitions[], MPI_Request request) {
  if (length < 0) return Status::error(Code::kArg, "the length of the list is {}", length);
  return with_request(call, request, [&](core::Request& found) -> Status {
    for (const int partition : std::span(array_of_partitions, static_cast<std::size_t>(length))) {
      PENSTOCK_TRY(core::make_ready(found, partition, partition));
    }
    return Status::ok();
  });
}

// A null request counts as an inactive one, whose partitions have all arrived.
Status Parrived(Call& call, MPI_Request request, int partition, int* flag) {
  if (request == MPI_REQUEST_NULL) return *flag = 1, Status::ok();
  return with_request(call, request, [&](core::Request& found) -> Status {
    bool arrived = false;
    PENSTOCK_TRY(core::has_arrived(found, partition, &arrived));
    *flag = arrived ? 1 : 0;
    return Status::ok();
  });
}

}  // namespace penstock::api::body
