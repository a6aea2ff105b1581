// Point-to-point calls on communicators, blocking and nonblocking: they check arguments and translate ranks of the communicator
// to ranks of the job.
#pragma once

#include <memory>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/p2p/request.hpp"
#include "core/type/buffer.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// MPI_PROC_NULL is allowed everywhere, and the source and tag of a receive may be wildcards.

// Return kTag or kRank for an invalid tag or destination (for a receive: source).
[[nodiscard]] Status check_send(const Comm& comm, int dest, int tag);
[[nodiscard]] Status check_recv(const Comm& comm, int source, int tag);
// Checks a receive that accepts no wildcards.
[[nodiscard]] Status check_exact_recv(const Comm& comm, int source, int tag);
// Returns the world rank that `source` names; wildcards stay. Not for MPI_PROC_NULL.
[[nodiscard]] int world_source(const Comm& comm, int source) noexcept;
// Each begins an operation, after the checks above; *operation is null for MPI_PROC_NULL. The buffer has elements
// of `type`, which only PENSTOCK_CHECK uses.
[[nodiscard]] Status start_send(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag,
                                proto::SendMode mode, proto::Operation** operation);
[[nodiscard]] Status start_recv(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int source, int tag,
                                proto::Operation** operation);

// Withdraws a receive that start_recv() began, because the other half of an exchange failed to begin.
void abandon_recv(Comm& comm, proto::Operation* operation);

// Blocks until the buffer may be reused.
[[nodiscard]] Status send(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag,
                          proto::SendMode mode);
// Blocks until the message is received; *outcome is set for truncated messages too.
[[nodiscard]] Status recv(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int source, int tag, Outcome* outcome);
// Waits for an operation of start_recv() (or of Messages::mrecv()) and drops the caller's reference.
[[nodiscard]] Status end_recv(Comm& comm, proto::Operation* operation, Outcome* outcome);

// One side of an exchange.
struct Half {
  proto::Buffer buffer;
  Datatype* datatype = nullptr;
  int peer = MPI_PROC_NULL;
  int tag = 0;
};

// Runs both halves at the same time.
[[nodiscard]] Status sendrecv(Comm& comm, const Half& out, const Half& in, Outcome* outcome);

[[nodiscard]] Status isend(Comm& comm, const void* address, MPI_Count count, Datatype& datatype, int dest, int tag,
                           proto::SendMode mode, MPI_Request* request);
[[nodiscard]] Status irecv(Comm& comm, void* address, MPI_Count count, Datatype& datatype, int source, int tag,
                           MPI_Request* request);

}  // namespace penstock::core
