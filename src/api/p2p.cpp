// Point-to-point communication (sections 3.2 to 3.7 and 3.10): each call makes one message or one exchange.
#include "core/p2p/p2p.hpp"

#include "api/gen/bodies.hpp"
#include "core/p2p/sendrecv.hpp"

namespace penstock::api::body {
namespace {

Status blocking_send(core::Comm& comm, const void* buf, MPI_Count count, const core::Datatype& datatype, int dest, int tag,
                     proto::SendMode mode) {
  proto::Buffer buffer;
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &buffer));
  return core::send(comm, buffer, datatype, dest, tag, mode);
}

Status make_half(const void* buf, MPI_Count count, core::Datatype& datatype, int peer, int tag, core::Half* out) {
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &out->buffer));
  out->datatype = &datatype;
  out->peer = peer;
  out->tag = tag;
  return Status::ok();
}

}  // namespace

Status Send(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm) {
  return blocking_send(comm, buf, count, datatype, dest, tag, proto::SendMode::kStandard);
}

Status Ssend(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm) {
  return blocking_send(comm, buf, count, datatype, dest, tag, proto::SendMode::kSynchronous);
}

// A posted receive would save no message, so a ready send is a standard send.
Status Rsend(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm) {
  return blocking_send(comm, buf, count, datatype, dest, tag, proto::SendMode::kStandard);
}

Status Recv(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int source, int tag, core::Comm& comm,
            MPI_Status* status) {
  proto::Buffer buffer;
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &buffer));
  core::Outcome outcome;
  Status received = core::recv(comm, buffer, datatype, source, tag, &outcome);
  core::write_status(outcome, status);
  return received;
}

Status Sendrecv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype& sendtype, int dest, int sendtag,
                void* recvbuf, MPI_Count recvcount, core::Datatype& recvtype, int source, int recvtag, core::Comm& comm,
                MPI_Status* status) {
  core::Half out;
  core::Half in;
  PENSTOCK_TRY(make_half(sendbuf, sendcount, sendtype, dest, sendtag, &out));
  PENSTOCK_TRY(make_half(recvbuf, recvcount, recvtype, source, recvtag, &in));
  core::Outcome outcome;
  Status exchanged = core::sendrecv(comm, out, in, &outcome);
  core::write_status(outcome, status);
  return exchanged;
}

Status Sendrecv_replace(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int dest, int sendtag, int source,
                        int recvtag, core::Comm& comm, MPI_Status* status) {
  core::Half out;
  core::Half in;
  PENSTOCK_TRY(make_half(buf, count, datatype, dest, sendtag, &out));
  PENSTOCK_TRY(make_half(buf, count, datatype, source, recvtag, &in));
  core::Outcome outcome;
  Status exchanged = core::sendrecv_replace(comm, out, in, &outcome);
  core::write_status(outcome, status);
  return exchanged;
}

Status Isend(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm,
             MPI_Request* request) {
  return core::isend(comm, buf, count, datatype, dest, tag, proto::SendMode::kStandard, request);
}

Status Issend(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm,
              MPI_Request* request) {
  return core::isend(comm, buf, count, datatype, dest, tag, proto::SendMode::kSynchronous, request);
}

Status Irsend(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm,
              MPI_Request* request) {
  return core::isend(comm, buf, count, datatype, dest, tag, proto::SendMode::kStandard, request);
}

Status Irecv(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int source, int tag, core::Comm& comm,
             MPI_Request* request) {
  return core::irecv(comm, buf, count, datatype, source, tag, request);
}

Status Isendrecv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype& sendtype, int dest, int sendtag,
                 void* recvbuf, MPI_Count recvcount, core::Datatype& recvtype, int source, int recvtag, core::Comm& comm,
                 MPI_Request* request) {
  core::Half out;
  core::Half in;
  PENSTOCK_TRY(make_half(sendbuf, sendcount, sendtype, dest, sendtag, &out));
  PENSTOCK_TRY(make_half(recvbuf, recvcount, recvtype, source, recvtag, &in));
  return core::isendrecv(comm, out, in, request);
}

Status Isendrecv_replace(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int dest, int sendtag,
                         int source, int recvtag, core::Comm& comm, MPI_Request* request) {
  core::Half out;
  core::Half in;
  PENSTOCK_TRY(make_half(buf, count, datatype, dest, sendtag, &out));
  PENSTOCK_TRY(make_half(buf, count, datatype, source, recvtag, &in));
  return core::isendrecv_replace(comm, out, in, request);
}

}  // namespace penstock::api::body
