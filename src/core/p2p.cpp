#include "core/p2p.hpp"

#include <climits>
#include <string_view>
#include <utility>

#include "core/process.hpp"

namespace penstock::core {
namespace {

Status check_tag(int tag) {
  if (tag >= 0) [[likely]] {
    return Status::ok();
  }
  if (tag == MPI_ANY_TAG) return Status::error(Code::kTag, "the tag is MPI_ANY_TAG, which only a receive may ask for");
  return Status::error(Code::kTag, "the tag is {}; tags are 0 to {}", tag, INT_MAX);
}

Status check_rank(const Comm& comm, int rank, std::string_view what) {
  const int peers = comm.peers().size();
  if (rank >= 0 && rank < peers) [[likely]] {
    return Status::ok();
  }
  return Status::error(Code::kRank, "{} is {}, outside 0..{} of a{} of {}", what, rank, peers - 1,
                       comm.is_inter() ? " remote group" : " communicator", peers);
}

// Leaves *operation null for MPI_PROC_NULL.
Status start_send(Comm& comm, const proto::Buffer& buffer, int dest, int tag, proto::SendMode mode,
                  proto::Operation** operation) {
  PENSTOCK_TRY(check_tag(tag));
  if (dest == MPI_PROC_NULL) return Status::ok();
  PENSTOCK_TRY(check_rank(comm, dest, "the destination"));
  return comm.process().engine().send(buffer, comm.peers().world_rank(dest), tag, comm.context(), mode, operation);
}

Status start_recv(Comm& comm, const proto::Buffer& buffer, int source, int tag, proto::Operation** operation) {
  static_assert(MPI_ANY_SOURCE == proto::kAnySource && MPI_ANY_TAG == proto::kAnyTag);
  if (tag != MPI_ANY_TAG) PENSTOCK_TRY(check_tag(tag));
  if (source == MPI_PROC_NULL) return Status::ok();
  int peer = proto::kAnySource;
  if (source != MPI_ANY_SOURCE) {
    PENSTOCK_TRY(check_rank(comm, source, "the source"));
    peer = comm.peers().world_rank(source);
  }
  return comm.process().engine().recv(buffer, peer, tag, comm.context(), operation);
}

// Waits and drops the caller's reference.
Status end_send(Comm& comm, proto::Operation* operation) {
  if (operation == nullptr) return Status::ok();
  if (!operation->done()) comm.process().engine().wait(*operation);
  Status status = operation->status().is_ok() ? Status::ok() : operation->status().clone();
  operation->release();
  return status;
}

Status end_recv(Comm& comm, proto::Operation* operation, Outcome* outcome) {
  if (operation == nullptr) {
    *outcome = kProcNullOutcome;
    return Status::ok();
  }
  if (!operation->done()) comm.process().engine().wait(*operation);
  *outcome = outcome_of(*operation, Direction::kRecv, comm);
  Status status = operation->status().is_ok() ? Status::ok() : operation->status().clone();
  operation->release();
  return status;
}

}  // namespace

// A null address is MPI_BOTTOM to a type that holds absolute addresses; such a type does not start at 0.
Status make_buffer(const void* address, MPI_Count count, const Datatype& datatype, proto::Buffer* out) {
  const proto::Layout& layout = datatype.layout();
  if (address == nullptr && count != 0 && layout.size() != 0 && layout.true_lower_bound() == 0) {
    return Status::error(Code::kBuffer, "the buffer is a null pointer, with {} elements of {} bytes", count, layout.size());
  }
  if (address == MPI_IN_PLACE) return Status::error(Code::kBuffer, "MPI_IN_PLACE means nothing for this buffer");
  *out = {const_cast<void*>(address), static_cast<std::uint64_t>(count), &layout};
  return Status::ok();
}

Status send(Comm& comm, const proto::Buffer& buffer, int dest, int tag, proto::SendMode mode) {
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_send(comm, buffer, dest, tag, mode, &operation));
  return end_send(comm, operation);
}

Status recv(Comm& comm, const proto::Buffer& buffer, int source, int tag, Outcome* outcome) {
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_recv(comm, buffer, source, tag, &operation));
  return end_recv(comm, operation, outcome);
}

Status sendrecv(Comm& comm, const proto::Buffer& out, int dest, int send_tag, const proto::Buffer& in, int source, int recv_tag,
                Outcome* outcome) {
  // The send's arguments are checked before a receive is posted that would have to be taken back.
  PENSTOCK_TRY(check_tag(send_tag));
  if (dest != MPI_PROC_NULL) PENSTOCK_TRY(check_rank(comm, dest, "the destination"));
  proto::Operation* receive = nullptr;
  PENSTOCK_TRY(start_recv(comm, in, source, recv_tag, &receive));
  proto::Operation* sending = nullptr;
  Status sent = start_send(comm, out, dest, send_tag, proto::SendMode::kStandard, &sending);
  if (sent.is_ok()) sent = end_send(comm, sending);
  if (!sent.is_ok() && receive != nullptr && comm.process().engine().cancel_recv(receive)) {
    receive->release();
    return sent;
  }
  Status received = end_recv(comm, receive, outcome);
  return sent.is_ok() ? std::move(received) : std::move(sent);
}

Status isend(Comm& comm, const void* address, MPI_Count count, Datatype& datatype, int dest, int tag, proto::SendMode mode,
             MPI_Request* request) {
  proto::Buffer buffer;
  PENSTOCK_TRY(make_buffer(address, count, datatype, &buffer));
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_send(comm, buffer, dest, tag, mode, &operation));
  if (operation == nullptr) return comm.process().add_request(request, &comm, kEmptyOutcome);
  return comm.process().add_request(request, comm, datatype, operation, Direction::kSend);
}

Status irecv(Comm& comm, void* address, MPI_Count count, Datatype& datatype, int source, int tag, MPI_Request* request) {
  proto::Buffer buffer;
  PENSTOCK_TRY(make_buffer(address, count, datatype, &buffer));
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_recv(comm, buffer, source, tag, &operation));
  if (operation == nullptr) return comm.process().add_request(request, &comm, kProcNullOutcome);
  return comm.process().add_request(request, comm, datatype, operation, Direction::kRecv);
}

}  // namespace penstock::core
