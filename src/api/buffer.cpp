// Buffered mode (sections 3.4 and 3.6).
#include "api/gen/bodies.hpp"
#include "core/p2p/buffered.hpp"
#include "core/p2p/p2p.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::api::body {
namespace {

// `buffer_addr` is the address of the application's pointer.
Status detach(std::unique_ptr<core::SendBuffer>* slot, void* buffer_addr, CountOut size) {
  void* address = nullptr;
  MPI_Count bytes = 0;
  Status detached = core::detach_buffer(slot, &address, &bytes);
  *static_cast<void**>(buffer_addr) = address;
  size.set(bytes);
  return detached;
}

}  // namespace

Status Bsend(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm) {
  proto::Buffer buffer;
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &buffer));
  return core::bsend(comm, buffer, datatype, dest, tag);
}

Status Ibsend(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm,
              MPI_Request* request) {
  proto::Buffer buffer;
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &buffer));
  PENSTOCK_TRY(core::bsend(comm, buffer, datatype, dest, tag));
  return core::requests_of(comm.instance()).add(request, &comm, core::kEmptyOutcome);
}

Status Buffer_attach(Call& call, void* buffer, MPI_Count size) {
  return core::attach_buffer(call.instance(), &core::send_buffer_of(call.instance()), buffer, size);
}

Status Buffer_detach(Call& call, void* buffer_addr, CountOut size) {
  return detach(&core::send_buffer_of(call.instance()), buffer_addr, size);
}

Status Buffer_flush(Call& call) {
  return core::flush_buffer(core::send_buffer_of(call.instance()));
}

Status Buffer_iflush(Call& call, MPI_Request* request) {
  return core::iflush_buffer(call.instance(), nullptr, core::send_buffer_of(call.instance()), request);
}

Status Comm_attach_buffer(Call& call, core::Comm& comm, void* buffer, MPI_Count size) {
  return core::attach_buffer(call.instance(), &comm.send_buffer, buffer, size);
}

Status Comm_detach_buffer(Call& /*call*/, core::Comm& comm, void* buffer_addr, CountOut size) {
  return detach(&comm.send_buffer, buffer_addr, size);
}

Status Comm_flush_buffer(Call& /*call*/, core::Comm& comm) {
  return core::flush_buffer(comm.send_buffer);
}

Status Comm_iflush_buffer(Call& call, core::Comm& comm, MPI_Request* request) {
  return core::iflush_buffer(call.instance(), &comm, comm.send_buffer, request);
}

Status Session_attach_buffer(Call& call, core::Session& session, void* buffer, MPI_Count size) {
  return core::attach_buffer(call.instance(), &session.send_buffer, buffer, size);
}

Status Session_detach_buffer(Call& /*call*/, core::Session& session, void* buffer_addr, CountOut size) {
  return detach(&session.send_buffer, buffer_addr, size);
}

Status Session_flush_buffer(Call& /*call*/, core::Session& session) {
  return core::flush_buffer(session.send_buffer);
}

Status Session_iflush_buffer(Call& call, core::Session& session, MPI_Request* request) {
  return core::iflush_buffer(call.instance(), nullptr, session.send_buffer, request);
}

}  // namespace penstock::api::body
