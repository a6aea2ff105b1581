// Matched probes (section 3.8): looking for messages, and receiving the very one that was found.
#pragma once

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/ref.hpp"
#include "core/p2p/request.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// What an MPI_Message names: a message that only one receive can take.
struct ProbedMessage {
  Ref<Comm> comm;
  proto::Unexpected* message = nullptr;
  MPI_Message handle = MPI_MESSAGE_NULL;
};

// Each takes MPI_PROC_NULL: found at once, with an empty message from nobody.

// One look, with a round of progress if there was nothing.
[[nodiscard]] Status iprobe(Comm& comm, int source, int tag, bool* found, Outcome* outcome);
// Blocks until there is a message.
[[nodiscard]] Status probe(Comm& comm, int source, int tag, Outcome* outcome);
// The same, and the message is taken out of matching; MPI_MESSAGE_NO_PROC for MPI_PROC_NULL.
[[nodiscard]] Status improbe(Comm& comm, int source, int tag, bool* found, MPI_Message* message, Outcome* outcome);
[[nodiscard]] Status mprobe(Comm& comm, int source, int tag, MPI_Message* message, Outcome* outcome);

// The message of a handle; null for MPI_MESSAGE_NO_PROC. kRequest for a handle that is none.
[[nodiscard]] Status find_message(Instance& instance, MPI_Message handle, ProbedMessage** out);
// Receive a message and end it: its handle is null from now on. `message` is null for MPI_MESSAGE_NO_PROC.
[[nodiscard]] Status mrecv(Instance& instance, ProbedMessage* message, const proto::Buffer& buffer, const Datatype& type,
                           MPI_Message* handle, Outcome* outcome);
[[nodiscard]] Status imrecv(Instance& instance, ProbedMessage* message, void* address, MPI_Count count, Datatype& datatype,
                            MPI_Message* handle, MPI_Request* request);

}  // namespace penstock::core
