// A non-blocking operation as MPI sees it: a message, work of several parts, or something that was over at once; begun once,
// or again and again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/ref.hpp"
#include "core/type/datatype.hpp"
#include "mpi.h"
#include "proto/common/operation.hpp"

namespace penstock::core {

class Request;
class Window;

// What MPI_Status tells, in ranks of the communicator.
struct Outcome {
  int source = MPI_ANY_SOURCE;
  int tag = MPI_ANY_TAG;
  std::uint64_t bytes = 0;
  bool cancelled = false;
};

// All fields but MPI_ERROR; MPI_STATUS_IGNORE is allowed.
void write_status(const Outcome& outcome, MPI_Status* status) noexcept;
// The standard's empty status: what a null or inactive request tells, MPI_ERROR included.
void write_empty_status(MPI_Status* status) noexcept;
[[nodiscard]] Outcome read_status(const MPI_Status& status) noexcept;
[[nodiscard]] inline std::uint64_t bytes_of(const MPI_Status& status) noexcept {
  return read_status(status).bytes;
}
inline constexpr Outcome kEmptyOutcome{};
inline constexpr Outcome kProcNullOutcome{MPI_PROC_NULL, MPI_ANY_TAG, 0, false};

enum class Direction : std::uint8_t { kSend, kRecv };

// What a completed operation tells; a send tells nothing. `comm` translates the source.
[[nodiscard]] Outcome outcome_of(const proto::Operation& operation, Direction direction, const Comm& comm) noexcept;

// Ends the record that PENSTOCK_CHECK has of an operation of the program, and gives the caller's reference back.
void drop(Comm& comm, proto::Operation* operation) noexcept;

// What a request stands for where it is not one operation of the engine. Used with the engine's lock held.
class Work {
 public:
  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  virtual ~Work() = default;

  // May be asked at any time; once true it stays so.
  [[nodiscard]] virtual bool done() = 0;
  // Once done, any number of times: what it tells, and its failure. May release the lock meanwhile.
  [[nodiscard]] virtual Status tell(Outcome* outcome) = 0;
  // Once done, once: the request ends. May release the lock meanwhile.
  [[nodiscard]] virtual Status close() { return Status::ok(); }
  // MPI_Cancel; what cannot be cancelled goes on and succeeds. May release the lock meanwhile.
  [[nodiscard]] virtual Status cancel() { return Status::ok(); }
  // Of a one-sided operation: whose handler hears of its failure.
  [[nodiscard]] virtual Window* window() const noexcept { return nullptr; }
  // Whether the program may still name it after MPI_Request_free.
  [[nodiscard]] virtual bool needs_handle() const noexcept { return false; }
  // Which call began it, where that is known: for sentences.
  [[nodiscard]] virtual std::string describe() const { return {}; }
};

// How a persistent request begins.
class Recipe {
 public:
  Recipe() = default;
  Recipe(const Recipe&) = delete;
  Recipe& operator=(const Recipe&) = delete;
  virtual ~Recipe() = default;
  // Calls one of request.begin() where it succeeds; a failure leaves the request inactive.
  [[nodiscard]] virtual Status start(Request& request) = 0;
  // As Work's.
  [[nodiscard]] virtual std::string describe() const { return {}; }
};

// Keeps what the operation uses (communicator, datatypes) until it is destroyed, which the process does once it is done.
class Request {
 public:
  // Over at once. Without a communicator its failures belong to none.
  Request(Comm* comm, const Outcome& outcome) noexcept;
  // Takes the caller's reference to the operation.
  Request(Comm& comm, Datatype& datatype, proto::Operation* operation, Direction direction) noexcept;
  Request(Comm* comm, std::unique_ptr<Work> work) noexcept;
  // Persistent, not active.
  Request(Comm& comm, std::unique_ptr<Recipe> recipe) noexcept;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request();

  // With the engine's lock held. An inactive request is done.
  [[nodiscard]] bool done() const {
    if (operation_ != nullptr) return operation_->done();
    return work_ == nullptr || work_->done();
  }
  // False for a persistent request that is not under way.
  [[nodiscard]] bool active() const noexcept { return active_; }
  [[nodiscard]] bool persistent() const noexcept { return recipe_ != nullptr; }
  // Of a persistent request; else null.
  [[nodiscard]] Recipe* recipe() const noexcept { return recipe_.get(); }
  // Null unless it is one operation of the engine.
  [[nodiscard]] proto::Operation* operation() const noexcept { return operation_; }
  [[nodiscard]] Direction direction() const noexcept { return direction_; }
  // Null unless it is work of several parts.
  [[nodiscard]] Work* work() const noexcept { return work_; }
  [[nodiscard]] Comm* comm() const noexcept { return comm_.get(); }

  // Once done: it has succeeded and goes with its handle, and only a status would say more.
  [[nodiscard]] bool has_nothing_to_tell() const noexcept {
    if (recipe_ != nullptr) return false;
    return operation_ != nullptr ? operation_->status().is_ok() && !operation_->recorded() : work_ == nullptr;
  }
  // Once done: what it tells, and its failure.
  [[nodiscard]] Status tell(Outcome* outcome) const;

  // Begins a persistent request that is not active. Failure: it still is not.
  [[nodiscard]] Status start() { return recipe_->start(*this); }
  // For recipes: what the request stands for from now on. Takes the caller's reference to the operation.
  void begin(proto::Operation* operation, Direction direction) noexcept;
  // Work of the recipe's own.
  void begin(Work& work) noexcept;
  void begin(const Outcome& outcome) noexcept;
  // Back to inactive, once done.
  void rest() noexcept;

  MPI_Request handle = MPI_REQUEST_NULL;
  bool freed = false;  // MPI_Request_free was called; the handle is kept for Work::needs_handle alone

 private:
  Ref<Comm> comm_;
  Ref<Datatype> datatype_;
  proto::Operation* operation_ = nullptr;
  Work* work_ = nullptr;
  std::unique_ptr<Work> own_work_;  // of a request that is not persistent
  std::unique_ptr<Recipe> recipe_;
  Outcome outcome_;
  Direction direction_ = Direction::kSend;
  bool active_ = true;
};

}  // namespace penstock::core
