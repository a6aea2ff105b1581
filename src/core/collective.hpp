// Collectives on communicators: checks, the schedule, waiting for it or a request for it.
#pragma once

#include <memory>

#include "base/status.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/team.hpp"
#include "core/comm.hpp"
#include "core/datatype.hpp"
#include "core/op.hpp"
#include "mpi.h"

namespace penstock::core {

// A schedule built and not yet begun, with the datatypes that it needs while it runs.
struct Collective {
  std::unique_ptr<coll::Schedule> schedule;
  Datatype* types[2] = {};
};

// Each checks its arguments and builds. Nothing has been communicated when it fails.
[[nodiscard]] Status make_barrier(Comm& comm, Collective* out);
[[nodiscard]] Status make_bcast(Comm& comm, void* address, MPI_Count count, Datatype& datatype, int root, Collective* out);
[[nodiscard]] Status make_allreduce(Comm& comm, const void* send, void* recv, MPI_Count count, Datatype& datatype, Op& op,
                                    Collective* out);
// Arguments that the standard calls not significant on this rank may be anything; their datatype may be null.
[[nodiscard]] Status make_gather(Comm& comm, const void* send, MPI_Count send_count, Datatype* send_type, void* recv,
                                 MPI_Count recv_count, Datatype* recv_type, int root, Collective* out);
// Host memory, `bytes` from each rank: for the library's own exchanges.
[[nodiscard]] Status make_allgather(Comm& comm, const void* send, void* recv, std::uint64_t bytes, Collective* out);

[[nodiscard]] Status run(Comm& comm, Collective&& collective);
[[nodiscard]] Status start(Comm& comm, Collective&& collective, MPI_Request* request);

}  // namespace penstock::core
