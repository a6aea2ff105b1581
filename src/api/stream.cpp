// Streams, communicators with streams, and messages on streams (MPICH's MPIX_Stream).
#include "core/stream/stream.hpp"

#include <cstddef>
#include <span>

#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/p2p.hpp"
#include "core/stream/enqueue.hpp"

namespace penstock::api::body {
namespace {

Status half_of(const void* buf, MPI_Count count, core::Datatype& datatype, int peer, int tag, core::Half* out) {
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &out->buffer));
  out->datatype = &datatype;
  out->peer = peer;
  out->tag = tag;
  return Status::ok();
}

Status send(core::Comm& comm, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
            MPI_Request* request) {
  core::Half out;
  PENSTOCK_TRY(half_of(buf, count, datatype, dest, tag, &out));
  return core::enqueue_send(comm, out, request);
}

Status receive(core::Comm& comm, void* buf, MPI_Count count, core::Datatype& datatype, int source, int tag,
               MPI_Request* request, LateStatus status) {
  core::Half in;
  PENSTOCK_TRY(half_of(buf, count, datatype, source, tag, &in));
  return core::enqueue_recv(comm, in, request, status);
}

Status make_comm(core::Comm& comm, std::span<const MPIX_Stream> streams, bool multiplex, MPI_Comm* newcomm) {
  core::Comm* made = nullptr;
  PENSTOCK_TRY(core::create_stream_comm(comm, streams, multiplex, &made));
  *newcomm = made->handle;
  return Status::ok();
}

Status check_stream(Call& call, MPIX_Stream stream) {
  core::Stream* found = nullptr;
  return stream == MPIX_STREAM_NULL ? Status::ok() : core::find_stream(call.instance(), stream, &found);
}

}  // namespace

Status Info_set_hex(Call& /*call*/, core::Info* info, const char* key, const void* value, int value_size) {
  if (info == nullptr) return Status::error(Code::kInfo, "info is MPI_INFO_NULL; make one with MPI_Info_create");
  if (info->handle == MPI_INFO_ENV)
    return Status::error(Code::kInfo, "MPI_INFO_ENV cannot be changed; change a duplicate of it");
  if (value == nullptr || value_size < 0) {
    return Status::error(Code::kArg, "{} bytes at {} are no value", value_size, fmt::ptr(value));
  }
  return info->set(key, core::to_hex({static_cast<const std::byte*>(value), static_cast<std::size_t>(value_size)}));
}

Status Stream_create(Call& call, core::Info* info, MPIX_Stream* stream) {
  return core::create_stream(call.instance(), info, stream);
}

Status Stream_free(Call& call, MPIX_Stream* stream) {
  return core::free_stream(call.instance(), stream);
}

Status Stream_comm_create(Call& /*call*/, core::Comm& comm, MPIX_Stream stream, MPI_Comm* newcomm) {
  return make_comm(comm, {&stream, 1}, false, newcomm);
}

Status Stream_comm_create_multiplex(Call& /*call*/, core::Comm& comm, int count, MPIX_Stream array_of_streams[],
                                    MPI_Comm* newcomm) {
  if (count < 1 || array_of_streams == nullptr) return Status::error(Code::kArg, "{} streams: a communicator needs one", count);
  return make_comm(comm, {array_of_streams, static_cast<std::size_t>(count)}, true, newcomm);
}

Status Comm_get_stream(Call& /*call*/, core::Comm& comm, int idx, MPIX_Stream* stream) {
  return core::get_stream(comm, idx, stream);
}

Status Stream_progress(Call& call, MPIX_Stream stream) {
  PENSTOCK_TRY(check_stream(call, stream));
  call.instance().engine().progress().poll();
  return Status::ok();
}

// The thread runs from the first communicator with a stream on.
Status Start_progress_thread(Call& call, MPIX_Stream stream) {
  return check_stream(call, stream);
}

Status Stop_progress_thread(Call& call, MPIX_Stream stream) {
  return check_stream(call, stream);
}

Status Send_enqueue(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
                    core::Comm& comm) {
  return send(comm, buf, count, datatype, dest, tag, nullptr);
}

Status Isend_enqueue(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
                     core::Comm& comm, MPI_Request* request) {
  return send(comm, buf, count, datatype, dest, tag, request);
}

Status Recv_enqueue(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int source, int tag, core::Comm& comm,
                    LateStatus status) {
  return receive(comm, buf, count, datatype, source, tag, nullptr, status);
}

Status Irecv_enqueue(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int source, int tag,
                     core::Comm& comm, MPI_Request* request) {
  return receive(comm, buf, count, datatype, source, tag, request, MPI_STATUS_IGNORE);
}

Status Sendrecv_enqueue(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype& sendtype, int dest,
                        int sendtag, void* recvbuf, MPI_Count recvcount, core::Datatype& recvtype, int source, int recvtag,
                        core::Comm& comm, LateStatus status) {
  core::Half out;
  core::Half in;
  PENSTOCK_TRY(half_of(sendbuf, sendcount, sendtype, dest, sendtag, &out));
  PENSTOCK_TRY(half_of(recvbuf, recvcount, recvtype, source, recvtag, &in));
  return core::enqueue_sendrecv(comm, out, in, status);
}

Status Wait_enqueue(Call& call, MPI_Request* request, LateStatus status) {
  return core::enqueue_wait(call.instance(), {request, 1}, status);
}

Status Waitall_enqueue(Call& call, int count, MPI_Request array_of_requests[], LateStatus array_of_statuses) {
  if (count < 0) return Status::error(Code::kCount, "the count is {}", count);
  if (count != 0 && array_of_requests == nullptr)
    return Status::error(Code::kRequest, "the array of requests is a null pointer");
  return core::enqueue_wait(call.instance(), {array_of_requests, static_cast<std::size_t>(count)}, array_of_statuses);
}

}  // namespace penstock::api::body
