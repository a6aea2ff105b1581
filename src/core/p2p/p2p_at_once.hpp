// The fast path of simple messages, from the call's arguments directly to the engine, for the entry points (api/at_once.hpp).
// Other messages take the general path, which checks their arguments and reports errors.
#pragma once

#include "mpi.h"

namespace penstock::core {

class Instance;

// Each takes the arguments of the call, which may be anything. It returns false if it
// did nothing, and true if the call is over.

// Both return true if the message is delivered or sent and no operation is left.
[[nodiscard]] bool send_at_once(Instance& instance, const void* address, MPI_Count count, MPI_Datatype type, int dest, int tag,
                                MPI_Comm comm) noexcept;
[[nodiscard]] bool isend_at_once(Instance& instance, const void* address, MPI_Count count, MPI_Datatype type, int dest, int tag,
                                 MPI_Comm comm, MPI_Request* request) noexcept;
// Returns true if the message had already arrived.
[[nodiscard]] bool recv_at_once(Instance& instance, void* address, MPI_Count count, MPI_Datatype type, int source, int tag,
                                MPI_Comm comm, MPI_Status* status) noexcept;
// Returns true if the message had already arrived, or its receive is posted.
[[nodiscard]] bool irecv_at_once(Instance& instance, void* address, MPI_Count count, MPI_Datatype type, int source, int tag,
                                 MPI_Comm comm, MPI_Request* request) noexcept;

}  // namespace penstock::core
