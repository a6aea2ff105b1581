// Persistent point-to-point requests (section 3.9). Persistent collectives are another Recipe.
#pragma once

#include <cstdint>
#include <span>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/p2p/request.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"

namespace penstock::core {

enum class PersistentKind : std::uint8_t { kSend, kSynchronousSend, kBufferedSend, kRecv };

// Checks everything that start will not; nothing is communicated. A send in ready mode is a standard one.
[[nodiscard]] Status make_persistent(Comm& comm, PersistentKind kind, void* address, MPI_Count count, Datatype& datatype,
                                     int peer, int tag, MPI_Request* request);

// Begin requests that are persistent and not active; kRequest for any other, before one of them has begun.
[[nodiscard]] Status start_all(Instance& instance, std::span<const MPI_Request> handles, Comm** comm);

}  // namespace penstock::core
