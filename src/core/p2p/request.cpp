#include "core/p2p/request.hpp"

#include <cstring>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/message_checks.hpp"

namespace penstock::core {
namespace {

// MPI_Status has five ints for the library: they keep the length in bytes, and whether the operation was cancelled.
constexpr std::size_t kBytesAt = 0;
constexpr std::size_t kCancelledAt = 2;

Ref<Comm> share_or_none(Comm* comm) noexcept {
  return comm != nullptr ? Ref<Comm>::share(*comm) : Ref<Comm>();
}

}  // namespace

void write_status(const Outcome& outcome, MPI_Status* status) noexcept {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = outcome.source;
  status->MPI_TAG = outcome.tag;
  std::memcpy(&status->MPI_internal[kBytesAt], &outcome.bytes, sizeof(outcome.bytes));
  status->MPI_internal[kCancelledAt] = outcome.cancelled ? 1 : 0;
}

void write_empty_status(MPI_Status* status) noexcept {
  if (status == MPI_STATUS_IGNORE) return;
  write_status(kEmptyOutcome, status);
  status->MPI_ERROR = MPI_SUCCESS;
}

Outcome read_status(const MPI_Status& status) noexcept {
  Outcome outcome{status.MPI_SOURCE, status.MPI_TAG, 0, status.MPI_internal[kCancelledAt] != 0};
  std::memcpy(&outcome.bytes, &status.MPI_internal[kBytesAt], sizeof(outcome.bytes));
  return outcome;
}

Outcome outcome_of(const proto::Operation& operation, Direction direction, const Comm& comm) noexcept {
  const proto::Result& result = operation.result();
  if (direction == Direction::kSend) return {MPI_ANY_SOURCE, MPI_ANY_TAG, 0, result.cancelled};
  if (result.cancelled) return {MPI_ANY_SOURCE, MPI_ANY_TAG, 0, true};
  return {comm.peers().rank_of(result.source), result.tag, result.bytes, false};
}

Request::Request(Comm* comm, const Outcome& outcome) noexcept : comm_(share_or_none(comm)), outcome_(outcome) {}

Request::Request(Comm& comm, Datatype& datatype, proto::Operation* operation, Direction direction) noexcept
    : comm_(Ref<Comm>::share(comm)), datatype_(Ref<Datatype>::share(datatype)), operation_(operation), direction_(direction) {}

Request::Request(Comm* comm, std::unique_ptr<Work> work) noexcept
    : comm_(share_or_none(comm)), work_(work.get()), own_work_(std::move(work)) {}

Request::Request(Comm& comm, std::unique_ptr<Recipe> recipe) noexcept
    : comm_(Ref<Comm>::share(comm)), recipe_(std::move(recipe)), active_(false) {}

void drop(Comm& comm, proto::Operation* operation) noexcept {
  if (operation->recorded()) [[unlikely]] {
    comm.instance().checks()->forget(*operation);
  }
  operation->release();
}

Request::~Request() {
  if (operation_ != nullptr) drop(*comm_, operation_);
}

Status Request::tell(Outcome* outcome) const {
  if (operation_ != nullptr) {
    *outcome = outcome_of(*operation_, direction_, *comm_);
    if (operation_->recorded()) [[unlikely]] {
      if (Status judged = comm_->instance().checks()->judge(*operation_); !judged.is_ok()) return judged;
    }
    return operation_->status().is_ok() ? Status::ok() : operation_->status().clone();
  }
  if (work_ != nullptr) return work_->tell(outcome);
  *outcome = outcome_;
  return Status::ok();
}

void Request::begin(proto::Operation* operation, Direction direction) noexcept {
  operation_ = operation;
  direction_ = direction;
  active_ = true;
}

void Request::begin(Work& work) noexcept {
  work_ = &work;
  active_ = true;
}

void Request::begin(const Outcome& outcome) noexcept {
  outcome_ = outcome;
  active_ = true;
}

void Request::rest() noexcept {
  if (operation_ != nullptr) drop(*comm_, std::exchange(operation_, nullptr));
  work_ = nullptr;
  active_ = false;
}

}  // namespace penstock::core
