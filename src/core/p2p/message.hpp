// Probes and matched probes (section 3.8): they look for messages, and receive exactly the message that was found.
#pragma once

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/ref.hpp"
#include "core/p2p/request.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// The object of an MPI_Message: a matched message that only one receive can take.
struct ProbedMessage {
  Ref<Comm> comm;
  proto::Unexpected* message = nullptr;
  MPI_Message handle = MPI_MESSAGE_NULL;
};

// Each accepts MPI_PROC_NULL, and finds an empty message from MPI_PROC_NULL immediately.

// Checks once, and once more after a round of progress if there was no message.
[[nodiscard]] Status iprobe(Comm& comm, int source, int tag, bool* found, Outcome* outcome);
// Blocks until there is a message.
[[nodiscard]] Status probe(Comm& comm, int source, int tag, Outcome* outcome);
// These also remove the message from matching; MPI_MESSAGE_NO_PROC for MPI_PROC_NULL.
[[nodiscard]] Status improbe(Comm& comm, int source, int tag, bool* found, MPI_Message* message, Outcome* outcome);
[[nodiscard]] Status mprobe(Comm& comm, int source, int tag, MPI_Message* message, Outcome* outcome);

// Finds the message of a handle; null for MPI_MESSAGE_NO_PROC. kRequest for an invalid handle.
[[nodiscard]] Status find_message(Instance& instance, MPI_Message handle, ProbedMessage** out);
// These receive a message and free it: its handle becomes null. `message` is null for MPI_MESSAGE_NO_PROC.
[[nodiscard]] Status mrecv(Instance& instance, ProbedMessage* message, const proto::Buffer& buffer, const Datatype& type,
                           MPI_Message* handle, Outcome* outcome);
[[nodiscard]] Status imrecv(Instance& instance, ProbedMessage* message, void* address, MPI_Count count, Datatype& datatype,
                            MPI_Message* handle, MPI_Request* request);

}  // namespace penstock::core
