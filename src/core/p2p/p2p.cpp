#include "core/p2p/p2p.hpp"

#include <climits>
#include <string_view>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/message_checks.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::core {
namespace {

// The failing parts are separate functions, so that the passing part is a comparison in the caller.
[[gnu::cold, gnu::noinline]] Status bad_tag(int tag) {
  if (tag == MPI_ANY_TAG) return Status::error(Code::kTag, "the tag is MPI_ANY_TAG, which only a receive may ask for");
  return Status::error(Code::kTag, "the tag is {}; tags are 0 to {}", tag, INT_MAX);
}

[[gnu::cold, gnu::noinline]] Status bad_rank(const Comm& comm, int rank, std::string_view what) {
  const int peers = comm.peers().size();
  return Status::error(Code::kRank, "{} is {}, outside 0..{} of a{} of {}", what, rank, peers - 1,
                       comm.is_inter() ? " remote group" : " communicator", peers);
}

bool is_rank(const Comm& comm, int rank) noexcept {
  return static_cast<unsigned>(rank) < static_cast<unsigned>(comm.peers().size());
}

// Serves most sends of small messages, which need neither an operation nor a request.
bool sent_now(const Comm& comm, const proto::Buffer& buffer, int dest, int tag, proto::SendMode mode) {
  if (mode != proto::SendMode::kStandard || dest == MPI_PROC_NULL || comm.instance().checks() != nullptr) return false;
  return comm.instance().engine().messages().send_now(buffer, comm.peers().world_rank(dest), tag, comm.context());
}

// Waits and drops the caller's reference.
Status end_send(Comm& comm, proto::Operation* operation) {
  if (operation == nullptr) return Status::ok();
  if (!operation->done()) comm.instance().engine().progress().wait(*operation);
  Status status = operation->status().is_ok() ? Status::ok() : operation->status().clone();
  drop(comm, operation);
  return status;
}

}  // namespace

Status check_send(const Comm& comm, int dest, int tag) {
  if (tag < 0) return bad_tag(tag);
  if (is_rank(comm, dest) || dest == MPI_PROC_NULL) [[likely]] {
    return Status::ok();
  }
  return bad_rank(comm, dest, "the destination");
}

Status check_recv(const Comm& comm, int source, int tag) {
  if (tag < 0 && tag != MPI_ANY_TAG) return bad_tag(tag);
  if (is_rank(comm, source) || source == MPI_PROC_NULL || source == MPI_ANY_SOURCE) [[likely]] {
    return Status::ok();
  }
  return bad_rank(comm, source, "the source");
}

Status check_exact_recv(const Comm& comm, int source, int tag) {
  if (source == MPI_ANY_SOURCE)
    return Status::error(Code::kRank, "the source is MPI_ANY_SOURCE, and this call takes none but ranks");
  if (tag == MPI_ANY_TAG)
    return Status::error(Code::kTag, "the tag is MPI_ANY_TAG, and this call takes none but tags of messages");
  return check_recv(comm, source, tag);
}

int world_source(const Comm& comm, int source) noexcept {
  static_assert(MPI_ANY_SOURCE == proto::kAnySource && MPI_ANY_TAG == proto::kAnyTag);
  return source == MPI_ANY_SOURCE ? proto::kAnySource : comm.peers().world_rank(source);
}

Status start_send(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag, proto::SendMode mode,
                  proto::Operation** operation) {
  if (dest == MPI_PROC_NULL) return Status::ok();
  if (MessageChecks* const checks = comm.instance().checks()) [[unlikely]] {
    return checks->send({comm, buffer, type, dest, tag}, mode, operation);
  }
  return comm.instance().engine().messages().send(buffer, comm.peers().world_rank(dest), tag, comm.context(), mode, operation);
}

Status start_recv(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int source, int tag,
                  proto::Operation** operation) {
  if (source == MPI_PROC_NULL) return Status::ok();
  if (MessageChecks* const checks = comm.instance().checks()) [[unlikely]] {
    return checks->recv({comm, buffer, type, source, tag}, operation);
  }
  return comm.instance().engine().messages().recv(buffer, world_source(comm, source), tag, comm.context(), operation);
}

void abandon_recv(Comm& comm, proto::Operation* operation) {
  if (operation == nullptr) return;
  proto::Engine& engine = comm.instance().engine();
  // A receive that a message has matched already writes to the application's buffer, so it must end first.
  if (!engine.messages().cancel_recv(operation)) engine.progress().wait(*operation);
  drop(comm, operation);
}

Status end_recv(Comm& comm, proto::Operation* operation, Outcome* outcome) {
  if (operation == nullptr) {
    *outcome = kProcNullOutcome;
    return Status::ok();
  }
  if (!operation->done()) comm.instance().engine().progress().wait(*operation);
  *outcome = outcome_of(*operation, Direction::kRecv, comm);
  Status status = operation->status().is_ok() ? Status::ok() : operation->status().clone();
  if (operation->recorded() && status.is_ok()) [[unlikely]] {
    status = comm.instance().checks()->judge(*operation);
  }
  drop(comm, operation);
  return status;
}

Status send(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int dest, int tag, proto::SendMode mode) {
  PENSTOCK_TRY(check_send(comm, dest, tag));
  if (sent_now(comm, buffer, dest, tag, mode)) return Status::ok();
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_send(comm, buffer, type, dest, tag, mode, &operation));
  return end_send(comm, operation);
}

Status recv(Comm& comm, const proto::Buffer& buffer, const Datatype& type, int source, int tag, Outcome* outcome) {
  PENSTOCK_TRY(check_recv(comm, source, tag));
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_recv(comm, buffer, type, source, tag, &operation));
  return end_recv(comm, operation, outcome);
}

Status isend(Comm& comm, const void* address, MPI_Count count, Datatype& datatype, int dest, int tag, proto::SendMode mode,
             MPI_Request* request) {
  PENSTOCK_TRY(check_send(comm, dest, tag));
  proto::Buffer buffer;
  PENSTOCK_TRY(make_buffer(address, count, datatype, &buffer));
  if (sent_now(comm, buffer, dest, tag, mode)) {
    *request = requests_of(comm.instance()).over();
    return Status::ok();
  }
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_send(comm, buffer, datatype, dest, tag, mode, &operation));
  if (operation == nullptr) return requests_of(comm.instance()).add(request, &comm, kEmptyOutcome);
  return requests_of(comm.instance()).add(request, comm, datatype, operation, Direction::kSend);
}

Status irecv(Comm& comm, void* address, MPI_Count count, Datatype& datatype, int source, int tag, MPI_Request* request) {
  PENSTOCK_TRY(check_recv(comm, source, tag));
  proto::Buffer buffer;
  PENSTOCK_TRY(make_buffer(address, count, datatype, &buffer));
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_recv(comm, buffer, datatype, source, tag, &operation));
  if (operation == nullptr) return requests_of(comm.instance()).add(request, &comm, kProcNullOutcome);
  return requests_of(comm.instance()).add(request, comm, datatype, operation, Direction::kRecv);
}

}  // namespace penstock::core
