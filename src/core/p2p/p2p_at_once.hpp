// Messages whose call is plain, from its arguments straight to the engine: for the entry points (api/at_once.hpp). What is not
// plain goes the usual way, which checks it and says what is wrong.
#pragma once

#include "mpi.h"

namespace penstock::core {

class Instance;

// Each has the arguments of the call, which may be anything. False: nothing was done. True: the call is over.

// The message is with its receiver; no operation is left.
[[nodiscard]] bool send_at_once(Instance& instance, const void* address, MPI_Count count, MPI_Datatype type, int dest, int tag,
                                MPI_Comm comm) noexcept;
[[nodiscard]] bool isend_at_once(Instance& instance, const void* address, MPI_Count count, MPI_Datatype type, int dest, int tag,
                                 MPI_Comm comm, MPI_Request* request) noexcept;
// The message had come.
[[nodiscard]] bool recv_at_once(Instance& instance, void* address, MPI_Count count, MPI_Datatype type, int source, int tag,
                                MPI_Comm comm, MPI_Status* status) noexcept;
// The message had come, or its receive is posted.
[[nodiscard]] bool irecv_at_once(Instance& instance, void* address, MPI_Count count, MPI_Datatype type, int source, int tag,
                                 MPI_Comm comm, MPI_Request* request) noexcept;

}  // namespace penstock::core
