// Persistent requests (section 3.9).
#include "core/p2p/persistent.hpp"

#include "api/completed.hpp"
#include "api/gen/bodies.hpp"

namespace penstock::api::body {
namespace {

Status make_send(core::PersistentKind kind, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
                 core::Comm& comm, MPI_Request* request) {
  return core::make_persistent(comm, kind, const_cast<void*>(buf), count, datatype, dest, tag, request);
}

Status start(Call& call, std::span<const MPI_Request> requests) {
  core::Comm* comm = nullptr;
  Status started = core::start_all(call.instance(), requests, &comm);
  if (!started.is_ok()) raise_on_live(call, comm != nullptr ? core::Ref<core::Comm>::share(*comm) : core::Ref<core::Comm>());
  return started;
}

}  // namespace

Status Send_init(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
                 core::Comm& comm, MPI_Request* request) {
  return make_send(core::PersistentKind::kSend, buf, count, datatype, dest, tag, comm, request);
}

Status Rsend_init(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
                  core::Comm& comm, MPI_Request* request) {
  return make_send(core::PersistentKind::kSend, buf, count, datatype, dest, tag, comm, request);
}

Status Ssend_init(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
                  core::Comm& comm, MPI_Request* request) {
  return make_send(core::PersistentKind::kSynchronousSend, buf, count, datatype, dest, tag, comm, request);
}

Status Bsend_init(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
                  core::Comm& comm, MPI_Request* request) {
  return make_send(core::PersistentKind::kBufferedSend, buf, count, datatype, dest, tag, comm, request);
}

Status Recv_init(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int source, int tag, core::Comm& comm,
                 MPI_Request* request) {
  return core::make_persistent(comm, core::PersistentKind::kRecv, buf, count, datatype, source, tag, request);
}

Status Start(Call& call, MPI_Request* request) {
  return start(call, {request, 1});
}

Status Startall(Call& call, int count, MPI_Request array_of_requests[]) {
  PENSTOCK_TRY(check_requests(count, array_of_requests));
  return start(call, {array_of_requests, static_cast<std::size_t>(count)});
}

}  // namespace penstock::api::body
