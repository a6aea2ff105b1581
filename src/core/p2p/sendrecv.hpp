// A send and a receive in one call (section 3.10): the nonblocking form, and the form with one buffer for both. The blocking
// form with two buffers is sendrecv() of p2p/p2p.hpp.
#pragma once

#include "base/status.hpp"
#include "core/p2p/p2p.hpp"

namespace penstock::core {

// Blocks until both are over; *outcome is that of the receive. Both use one buffer: the data to send are copied first.
[[nodiscard]] Status sendrecv_replace(Comm& comm, const Half& out, const Half& in, Outcome* outcome);

[[nodiscard]] Status isendrecv(Comm& comm, const Half& out, const Half& in, MPI_Request* request);
// Returns when the copy is made.
[[nodiscard]] Status isendrecv_replace(Comm& comm, const Half& out, const Half& in, MPI_Request* request);

}  // namespace penstock::core
