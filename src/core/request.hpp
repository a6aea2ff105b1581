// A non-blocking operation as MPI sees it: a message, a collective, or something that was over at once.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "coll/schedule/schedule.hpp"
#include "core/collective.hpp"
#include "core/comm.hpp"
#include "core/datatype.hpp"
#include "core/ref.hpp"
#include "mpi.h"
#include "proto/engine/operation.hpp"

namespace penstock::core {

class Process;

// What MPI_Status tells, in ranks of the communicator.
struct Outcome {
  int source = MPI_ANY_SOURCE;
  int tag = MPI_ANY_TAG;
  std::uint64_t bytes = 0;
  bool cancelled = false;
};

// All fields but MPI_ERROR; MPI_STATUS_IGNORE is allowed.
void write_status(const Outcome& outcome, MPI_Status* status) noexcept;
[[nodiscard]] std::uint64_t bytes_of(const MPI_Status& status) noexcept;
inline constexpr Outcome kEmptyOutcome{};
inline constexpr Outcome kProcNullOutcome{MPI_PROC_NULL, MPI_ANY_TAG, 0, false};

enum class Direction : std::uint8_t { kSend, kRecv };

// What a completed operation tells; a send tells nothing. `comm` translates the source.
[[nodiscard]] Outcome outcome_of(const proto::Operation& operation, Direction direction, const Comm& comm) noexcept;

// Keeps what the operation uses (communicator, datatypes) until it is destroyed, which the process does once it is done.
class Request {
 public:
  // Over at once.
  Request(Comm& comm, const Outcome& outcome) noexcept;
  // Takes the caller's reference to the operation.
  Request(Comm& comm, Datatype& datatype, proto::Operation* operation, Direction direction) noexcept;
  // One that has been started; its schedule goes back to the process in the end.
  Request(Comm& comm, Collective&& collective) noexcept;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request();

  // With the engine's lock held; a collective may end its own work here.
  [[nodiscard]] bool done() const {
    if (operation_ != nullptr) return operation_->done();
    return collective_.schedule == nullptr || collective_.done();
  }
  // Null unless it is one operation of the engine.
  [[nodiscard]] proto::Operation* operation() const noexcept { return operation_; }
  [[nodiscard]] Comm& comm() const noexcept { return *comm_; }
  // Once done.
  [[nodiscard]] Outcome outcome() const noexcept;
  [[nodiscard]] Status status() const;
  [[nodiscard]] std::unique_ptr<coll::Schedule> take_schedule() noexcept { return std::move(collective_.schedule); }

  MPI_Request handle = MPI_REQUEST_NULL;

 private:
  Ref<Comm> comm_;
  Ref<Datatype> datatype_;
  proto::Operation* operation_ = nullptr;
  mutable Collective collective_;
  Outcome outcome_;
  Direction direction_ = Direction::kSend;
};

}  // namespace penstock::core
