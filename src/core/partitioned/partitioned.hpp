// Partitioned point-to-point communication (chapter 4): one buffer, parts of which are ready, or there, before the others.
#pragma once

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/p2p/request.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"
#include "penstock_device.h"

namespace penstock::core {

// One side of a partitioned operation: `partitions` times `count` elements of the datatype.
struct Partitions {
  void* address = nullptr;
  int partitions = 0;
  MPI_Count count = 0;
  Datatype* datatype = nullptr;
  int peer = MPI_PROC_NULL;
  int tag = 0;
};

// Each makes an inactive persistent request, locally. The n-th send of a rank with this destination and tag meets the n-th
// receive of that rank with this source and tag, whatever else they call; no other message does. kTag and kRank for wildcards
// too.
[[nodiscard]] Status make_partitioned_send(Comm& comm, const Partitions& side, MPI_Request* request);
[[nodiscard]] Status make_partitioned_recv(Comm& comm, const Partitions& side, MPI_Request* request);

// Partitions `low` to `high` may be sent. kRequest unless it is a partitioned send that is active; kArg for partitions that it
// does not have, or that are ready already: then none of these are made ready.
[[nodiscard]] Status make_ready(Request& request, int low, int high);
// Whether a partition of a receive is there. One that is not active has all. kRequest unless it is a partitioned receive.
[[nodiscard]] Status has_arrived(Request& request, int partition, bool* arrived);

// What kernels are told of the request, started or not, for all of its starts; ends with the request at the latest. kRequest
// unless it is a partitioned one without a handle.
[[nodiscard]] Status make_device_request(Request& request, MPIX_Prequest* out);
// kRequest: it is no handle, or partitions of its request are under way. Sets it to MPIX_PREQUEST_NULL.
[[nodiscard]] Status free_device_request(Instance& instance, MPIX_Prequest* handle);

}  // namespace penstock::core
