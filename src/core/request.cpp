#include "core/request.hpp"

#include <cstring>
#include <utility>

namespace penstock::core {
namespace {

// MPI_Status keeps five ints for the library: the length in bytes, whether the operation was cancelled.
constexpr std::size_t kBytesAt = 0;
constexpr std::size_t kCancelledAt = 2;

}  // namespace

void write_status(const Outcome& outcome, MPI_Status* status) noexcept {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = outcome.source;
  status->MPI_TAG = outcome.tag;
  std::memcpy(&status->MPI_internal[kBytesAt], &outcome.bytes, sizeof(outcome.bytes));
  status->MPI_internal[kCancelledAt] = outcome.cancelled ? 1 : 0;
}

std::uint64_t bytes_of(const MPI_Status& status) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, &status.MPI_internal[kBytesAt], sizeof(bytes));
  return bytes;
}

Outcome outcome_of(const proto::Operation& operation, Direction direction, const Comm& comm) noexcept {
  const proto::Result& result = operation.result();
  if (direction == Direction::kSend) return {MPI_ANY_SOURCE, MPI_ANY_TAG, 0, result.cancelled};
  if (result.cancelled) return {MPI_ANY_SOURCE, MPI_ANY_TAG, 0, true};
  return {comm.peers().rank_of(result.source), result.tag, result.bytes, false};
}

Request::Request(Comm& comm, const Outcome& outcome) noexcept : comm_(Ref<Comm>::share(comm)), outcome_(outcome) {}

Request::Request(Comm& comm, Datatype& datatype, proto::Operation* operation, Direction direction) noexcept
    : comm_(Ref<Comm>::share(comm)),
      datatype_(Ref<Datatype>::share(datatype)),
      operation_(operation),
      direction_(direction) {}

Request::Request(Comm& comm, Collective&& collective) noexcept
    : comm_(Ref<Comm>::share(comm)), collective_(std::move(collective)) {}

Request::~Request() {
  if (operation_ != nullptr) operation_->release();
}

Outcome Request::outcome() const noexcept {
  return operation_ != nullptr ? outcome_of(*operation_, direction_, *comm_) : outcome_;
}

Status Request::status() const {
  if (operation_ != nullptr) return operation_->status().clone();
  return collective_.schedule != nullptr ? collective_.status() : Status::ok();
}

}  // namespace penstock::core
