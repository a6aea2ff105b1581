// Persistent point-to-point requests (section 3.9). Persistent collectives have a Recipe of their own.
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

// Checks everything that a start does not check; nothing is communicated. A ready-mode send is treated as a standard send.
[[nodiscard]] Status make_persistent(Comm& comm, PersistentKind kind, void* address, MPI_Count count, Datatype& datatype,
                                     int peer, int tag, MPI_Request* request);

// Begins requests that are persistent and inactive; returns kRequest for any other request, before any of them has begun.
[[nodiscard]] Status start_all(Instance& instance, std::span<const MPI_Request> handles, Comm** comm);

}  // namespace penstock::core
