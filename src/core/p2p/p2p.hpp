// Point-to-point calls on communicators: checks, ranks of the communicator to ranks of the job, blocking and not.
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

// Everywhere MPI_PROC_NULL is allowed, and the source and tag of a receive may be wildcards.

// kTag and kRank for what a message cannot be sent to, or cannot come from.
[[nodiscard]] Status check_send(const Comm& comm, int dest, int tag);
[[nodiscard]] Status check_recv(const Comm& comm, int source, int tag);
// The same of a receive that takes no wildcard.
[[nodiscard]] Status check_exact_recv(const Comm& comm, int source, int tag);
// The rank of the job that `source` names; wildcards stay. Not for MPI_PROC_NULL.
[[nodiscard]] int world_source(const Comm& comm, int source) noexcept;
// Begin an operation, after the checks above; *operation is null for MPI_PROC_NULL. The buffer is of elements of `type`, which
// checks of the messages alone look at.
[[nodiscard]] Status start_send(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag,
                                proto::SendMode mode, proto::Operation** operation);
[[nodiscard]] Status start_recv(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int source, int tag,
                                proto::Operation** operation);

// Takes back a receive that start_recv() began, where the other half of an exchange did not begin.
void abandon_recv(Comm& comm, proto::Operation* operation);

// Blocks until the buffer may be used again.
[[nodiscard]] Status send(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag,
                          proto::SendMode mode);
// Blocks until the message is there; *outcome is set for truncated messages too.
[[nodiscard]] Status recv(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int source, int tag, Outcome* outcome);
// Wait for an operation of start_recv() (or of Engine::mrecv()) and drop the caller's reference.
[[nodiscard]] Status end_recv(Comm& comm, proto::Operation* operation, Outcome* outcome);

// One side of an exchange.
struct Half {
  proto::Buffer buffer;
  Datatype* datatype = nullptr;
  int peer = MPI_PROC_NULL;
  int tag = 0;
};

// Both at once.
[[nodiscard]] Status sendrecv(Comm& comm, const Half& out, const Half& in, Outcome* outcome);

[[nodiscard]] Status isend(Comm& comm, const void* address, MPI_Count count, Datatype& datatype, int dest, int tag,
                           proto::SendMode mode, MPI_Request* request);
[[nodiscard]] Status irecv(Comm& comm, void* address, MPI_Count count, Datatype& datatype, int source, int tag,
                           MPI_Request* request);

}  // namespace penstock::core
