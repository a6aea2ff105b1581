// Point-to-point calls on communicators: checks, ranks of the communicator to ranks of the job, blocking and not.
#pragma once

#include "base/status.hpp"
#include "core/comm.hpp"
#include "core/datatype.hpp"
#include "core/request.hpp"
#include "mpi.h"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// The user's memory as the movers take it. kBuffer for a null address where data should be.
[[nodiscard]] Status make_buffer(const void* address, MPI_Count count, const Datatype& datatype, proto::Buffer* out);

// Everywhere MPI_PROC_NULL is allowed, and the source and tag of a receive may be wildcards.

// Blocks until the buffer may be used again.
[[nodiscard]] Status send(Comm& comm, const proto::Buffer& buffer, int dest, int tag, proto::SendMode mode);
// Blocks until the message is there; *outcome is set for truncated messages too.
[[nodiscard]] Status recv(Comm& comm, const proto::Buffer& buffer, int source, int tag, Outcome* outcome);
// Both at once.
[[nodiscard]] Status sendrecv(Comm& comm, const proto::Buffer& out, int dest, int send_tag, const proto::Buffer& in, int source,
                              int recv_tag, Outcome* outcome);

[[nodiscard]] Status isend(Comm& comm, const void* address, MPI_Count count, Datatype& datatype, int dest, int tag,
                           proto::SendMode mode, MPI_Request* request);
[[nodiscard]] Status irecv(Comm& comm, void* address, MPI_Count count, Datatype& datatype, int source, int tag,
                           MPI_Request* request);

}  // namespace penstock::core
