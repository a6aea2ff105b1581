// Partitioned point-to-point communication (chapter 4): one buffer whose partitions become ready, or arrive, one by one.
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

// Each makes an inactive persistent request, locally. The n-th send of a rank with this destination and tag matches
// the n-th receive of that rank with this source and tag, whatever else they call, and no other message. Each
// returns kTag and kRank for wildcards too.
[[nodiscard]] Status make_partitioned_send(Comm& comm, const Partitions& side, MPI_Request* request);
[[nodiscard]] Status make_partitioned_recv(Comm& comm, const Partitions& side, MPI_Request* request);

// Marks partitions `low` to `high` as ready to send. Returns kRequest unless the request is an active partitioned send; kArg
// for partitions that it does not have or that are ready already: then none is marked.
[[nodiscard]] Status make_ready(Request& request, int low, int high);
// Tells if a partition of a receive has arrived. All partitions of an inactive request have. Returns kRequest
// unless the request is a partitioned receive.
[[nodiscard]] Status has_arrived(Request& request, int partition, bool* arrived);

// Makes the handle by which kernels use the request, started or not, in all of its starts; it ends with the request at the
// latest. Returns kRequest unless the request is partitioned and has no handle yet.
[[nodiscard]] Status make_device_request(Request& request, MPIX_Prequest* out);
// Returns kRequest for an invalid handle, or while partitions of its request are under
// way. Sets the handle to MPIX_PREQUEST_NULL.
[[nodiscard]] Status free_device_request(Instance& instance, MPIX_Prequest* handle);

}  // namespace penstock::core
