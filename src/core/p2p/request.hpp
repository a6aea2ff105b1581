// A nonblocking operation as MPI sees it: a message, work of several parts, or an operation that completed immediately; it runs
// once or, if persistent, many times.
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

class File;
class Request;
class Window;

// The contents of an MPI_Status, with the communicator's ranks.
struct Outcome {
  int source = MPI_ANY_SOURCE;
  int tag = MPI_ANY_TAG;
  std::uint64_t bytes = 0;
  bool cancelled = false;
};

// Writes all fields but MPI_ERROR; MPI_STATUS_IGNORE is allowed.
void write_status(const Outcome& outcome, MPI_Status* status) noexcept;
// Writes the standard's empty status, which null and inactive requests return, MPI_ERROR included.
void write_empty_status(MPI_Status* status) noexcept;
[[nodiscard]] Outcome read_status(const MPI_Status& status) noexcept;
[[nodiscard]] inline std::uint64_t bytes_of(const MPI_Status& status) noexcept {
  return read_status(status).bytes;
}
inline constexpr Outcome kEmptyOutcome{};
inline constexpr Outcome kProcNullOutcome{MPI_PROC_NULL, MPI_ANY_TAG, 0, false};

enum class Direction : std::uint8_t { kSend, kRecv };

// Returns the result of a completed operation, which is empty for a send. `comm` translates the source.
[[nodiscard]] Outcome outcome_of(const proto::Operation& operation, Direction direction, const Comm& comm) noexcept;

// Ends the record that PENSTOCK_CHECK has of an operation of the application, and drops the caller's reference.
void drop(Comm& comm, proto::Operation* operation) noexcept;

// The work behind a request that is not one operation of the engine. It is used with the engine's lock held.
class Work {
 public:
  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  virtual ~Work() = default;

  // May be called at any time; once true, the result stays true.
  [[nodiscard]] virtual bool done() = 0;
  // Called once done, any number of times: sets the result and returns the failure. The lock may be released meanwhile.
  [[nodiscard]] virtual Status tell(Outcome* outcome) = 0;
  // Called once, when done: the request ends. The lock may be released meanwhile.
  [[nodiscard]] virtual Status close() { return Status::ok(); }
  // MPI_Cancel; work that cannot be cancelled continues and succeeds. The lock may be released meanwhile.
  [[nodiscard]] virtual Status cancel() { return Status::ok(); }
  // Returns the window of a one-sided operation, whose error handler gets the failure; else null.
  [[nodiscard]] virtual Window* window() const noexcept { return nullptr; }
  // The file of an access to one, likewise.
  [[nodiscard]] virtual File* file() const noexcept { return nullptr; }
  // Tells if the application may still use the handle after MPI_Request_free.
  [[nodiscard]] virtual bool needs_handle() const noexcept { return false; }
  // Returns the name of the call that began the work, if it is known, for messages to the user.
  [[nodiscard]] virtual std::string describe() const { return {}; }
};

// The operation that a persistent request begins at each start.
class Recipe {
 public:
  Recipe() = default;
  Recipe(const Recipe&) = delete;
  Recipe& operator=(const Recipe&) = delete;
  virtual ~Recipe() = default;
  // Calls one of request.begin() on success; a failure leaves the request inactive.
  [[nodiscard]] virtual Status start(Request& request) = 0;
  // Works as Work::describe().
  [[nodiscard]] virtual std::string describe() const { return {}; }
};

// The request keeps the objects that the operation uses (communicator, datatypes) until it is destroyed, which the
// process does once the operation is done.
class Request {
 public:
  // Makes a request that is complete already. Without a communicator its failures belong to no object.
  Request(Comm* comm, const Outcome& outcome) noexcept;
  // Takes over the caller's reference to the operation.
  Request(Comm& comm, Datatype& datatype, proto::Operation* operation, Direction direction) noexcept;
  Request(Comm* comm, std::unique_ptr<Work> work) noexcept;
  // Makes a persistent, inactive request.
  Request(Comm& comm, std::unique_ptr<Recipe> recipe) noexcept;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request();

  // Called with the engine's lock held. An inactive request is done.
  [[nodiscard]] bool done() const {
    if (operation_ != nullptr) return operation_->done();
    return work_ == nullptr || work_->done();
  }
  // Returns false for a persistent request that is not under way.
  [[nodiscard]] bool active() const noexcept { return active_; }
  [[nodiscard]] bool persistent() const noexcept { return recipe_ != nullptr; }
  // Set for a persistent request; else null.
  [[nodiscard]] Recipe* recipe() const noexcept { return recipe_.get(); }
  // Returns the operation of the engine if the request is one; else null.
  [[nodiscard]] proto::Operation* operation() const noexcept { return operation_; }
  [[nodiscard]] Direction direction() const noexcept { return direction_; }
  // Returns the work if the request consists of several parts; else null.
  [[nodiscard]] Work* work() const noexcept { return work_; }
  [[nodiscard]] Comm* comm() const noexcept { return comm_.get(); }

  // Called once done: tells if it has succeeded and its handle may be freed with no other information than the status.
  [[nodiscard]] bool has_nothing_to_tell() const noexcept {
    if (recipe_ != nullptr) return false;
    return operation_ != nullptr ? operation_->status().is_ok() && !operation_->recorded() : work_ == nullptr;
  }
  // Called once done: sets the result and returns the failure.
  [[nodiscard]] Status tell(Outcome* outcome) const;

  // Begins a persistent request that is inactive. After a failure it is still inactive.
  [[nodiscard]] Status start() { return recipe_->start(*this); }
  // Called by recipes: sets the operation that the request now stands for, and takes over the caller's reference to it.
  void begin(proto::Operation* operation, Direction direction) noexcept;
  // Sets work that the recipe owns.
  void begin(Work& work) noexcept;
  void begin(const Outcome& outcome) noexcept;
  // Makes the request inactive again, once done.
  void rest() noexcept;

  MPI_Request handle = MPI_REQUEST_NULL;
  bool freed = false;  // MPI_Request_free was called; the handle is kept only for Work::needs_handle

 private:
  Ref<Comm> comm_;
  Ref<Datatype> datatype_;
  proto::Operation* operation_ = nullptr;
  Work* work_ = nullptr;
  std::unique_ptr<Work> own_work_;  // work of a request that is not persistent
  std::unique_ptr<Recipe> recipe_;
  Outcome outcome_;
  Direction direction_ = Direction::kSend;
  bool active_ = true;
};

}  // namespace penstock::core
