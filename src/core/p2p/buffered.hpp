// Buffered mode (section 3.6): the choice of the attached buffer for a send, and the calls on buffers.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/memory/send_buffer.hpp"
#include "core/object/instance.hpp"
#include "mpi.h"

namespace penstock::core {

// Returns when the message is copied to the communicator's buffer, or else to its session's, or else to the process's. Returns
// kBuffer if there is no buffer or no space.
[[nodiscard]] Status bsend(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag);

// Returns the buffer of MPI_Buffer_attach; null while none is attached.
[[nodiscard]] std::unique_ptr<SendBuffer>& send_buffer_of(Instance& instance);

// `slot` is the send_buffer of a Comm or a Session, or send_buffer_of() a process. Without a buffer the calls behave as if a
// buffer of 0 bytes were attached.

// Returns kBuffer if a buffer is already attached.
[[nodiscard]] Status attach_buffer(Instance& instance, std::unique_ptr<SendBuffer>* slot, void* address, MPI_Count bytes);
// Blocks until all messages have left. Returns the failure of a message; the buffer is detached even then.
[[nodiscard]] Status detach_buffer(std::unique_ptr<SendBuffer>* slot, void** address, MPI_Count* bytes);
[[nodiscard]] Status flush_buffer(const std::unique_ptr<SendBuffer>& slot);
// The request is done when the messages that are in the buffer now have left. `comm` is null for buffers that do not belong to
// a communicator.
[[nodiscard]] Status iflush_buffer(Instance& instance, Comm* comm, const std::unique_ptr<SendBuffer>& slot,
                                   MPI_Request* request);

}  // namespace penstock::core
