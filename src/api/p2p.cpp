// Point-to-point communication (chapter 3).
#include "core/p2p.hpp"

#include "api/gen/bodies.hpp"
#include "core/process.hpp"

namespace penstock::api::body {
namespace {

Status blocking_send(core::Comm& comm, const void* buf, MPI_Count count, const core::Datatype& datatype, int dest, int tag,
                     proto::SendMode mode) {
  proto::Buffer buffer;
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &buffer));
  return core::send(comm, buffer, dest, tag, mode);
}

MPI_Count elements_of(const MPI_Status& status, std::uint64_t size, MPI_Count if_empty) {
  if (size == 0) return if_empty;
  const std::uint64_t bytes = core::bytes_of(status);
  return bytes % size == 0 ? static_cast<MPI_Count>(bytes / size) : MPI_UNDEFINED;
}

Status check_status(const MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) return Status::ok();
  return Status::error(Code::kArg, "status is MPI_STATUS_IGNORE; pass the address of a status");
}

}  // namespace

Status Send(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm) {
  return blocking_send(comm, buf, count, datatype, dest, tag, proto::SendMode::kStandard);
}

Status Ssend(Call& /*call*/, const void* buf, MPI_Count count, core::Datatype& datatype, int dest, int tag, core::Comm& comm) {
  return blocking_send(comm, buf, count, datatype, dest, tag, proto::SendMode::kSynchronous);
}

Status Recv(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int source, int tag, core::Comm& comm,
            MPI_Status* status) {
  proto::Buffer buffer;
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &buffer));
  core::Outcome outcome;
  Status received = core::recv(comm, buffer, source, tag, &outcome);
  core::write_status(outcome, status);
  return received;
}

Status Sendrecv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype& sendtype, int dest, int sendtag,
                void* recvbuf, MPI_Count recvcount, core::Datatype& recvtype, int source, int recvtag, core::Comm& comm,
                MPI_Status* status) {
  proto::Buffer out;
  proto::Buffer in;
  PENSTOCK_TRY(core::make_buffer(sendbuf, sendcount, sendtype, &out));
  PENSTOCK_TRY(core::make_buffer(recvbuf, recvcount, recvtype, &in));
  core::Outcome outcome;
  Status exchanged = core::sendrecv(comm, out, dest, sendtag, in, source, recvtag, &outcome);
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

Status Irecv(Call& /*call*/, void* buf, MPI_Count count, core::Datatype& datatype, int source, int tag, core::Comm& comm,
             MPI_Request* request) {
  return core::irecv(comm, buf, count, datatype, source, tag, request);
}

// A type of no bytes: any number of elements fits, and the standard asks for 0.
Status Get_count(Call& /*call*/, const MPI_Status* status, core::Datatype& datatype, CountOut count) {
  PENSTOCK_TRY(check_status(status));
  count.set(elements_of(*status, datatype.layout().size(), 0));
  return Status::ok();
}

Status Get_elements(Call& /*call*/, const MPI_Status* status, core::Datatype& datatype, CountOut count) {
  PENSTOCK_TRY(check_status(status));
  const std::uint64_t basic = datatype.layout().size() == 0 ? 0 : datatype.basic_size();
  count.set(elements_of(*status, basic, 0));
  return Status::ok();
}

}  // namespace penstock::api::body
