// Buffered mode (section 3.6): which attached buffer a send uses, and the calls on buffers.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/memory/send_buffer.hpp"
#include "core/object/instance.hpp"
#include "mpi.h"

namespace penstock::core {

// Returns when the message is copied to the communicator's buffer; where that has none, to its session's, then the process's.
// kBuffer where there is no buffer or no room.
[[nodiscard]] Status bsend(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag);

// The buffer of MPI_Buffer_attach; null while none is attached.
[[nodiscard]] std::unique_ptr<SendBuffer>& send_buffer_of(Instance& instance);

// `slot` is the send_buffer of a Comm or a Session, or send_buffer_of() a process. Without a buffer the calls behave as if one
// of no bytes were attached.

// kBuffer where one is attached already.
[[nodiscard]] Status attach_buffer(Instance& instance, std::unique_ptr<SendBuffer>* slot, void* address, MPI_Count bytes);
// Blocks until everything has left. The failure of a message is returned, with the buffer detached all the same.
[[nodiscard]] Status detach_buffer(std::unique_ptr<SendBuffer>* slot, void** address, MPI_Count* bytes);
[[nodiscard]] Status flush_buffer(const std::unique_ptr<SendBuffer>& slot);
// Done when what is in the buffer now has left. `comm` is null for other buffers than a communicator's.
[[nodiscard]] Status iflush_buffer(Instance& instance, Comm* comm, const std::unique_ptr<SendBuffer>& slot,
                                   MPI_Request* request);

}  // namespace penstock::core
