// An operation that does not complete immediately: the state that all verbs share, and the interface that performs its steps.
// Each verb derives its own state (offload.hpp, move.hpp, accumulate_work.hpp, flush.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/intrusive_list.hpp"
#include "base/status.hpp"
#include "proto/rma/target.hpp"

namespace penstock::proto::rma {

class Call;
struct Piece;  // list.hpp
struct Work;

enum class Stage : std::uint8_t {
  kHeld,     // the owner has not confirmed the target yet, or earlier accumulates come first
  kMoving,   // a transport, a copier or a device works on memory of the operation
  kBusy,     // another rank has the lock
  kServed,   // messages are under way
  kEarlier,  // flush: earlier operations are under way
  kDone,
};

// The part of Rma that began an operation and performs its steps. The operation may be over when any of these returns.
class Carrier {
 public:
  virtual ~Carrier() = default;
  // Called when the target is known to be registered and the operation is valid.
  virtual void start(Work* /*work*/) {}
  // Performs one bounded step of an operation without messages under way; returns true if it made progress.
  virtual bool step(Work* /*work*/) { return false; }
  // Posts the next request to the owner (Requester::post()), and counts it in Served::asked.
  virtual Status request(Work* /*work*/) { return Status::ok(); }
  // Processes the bytes of the answer to one request.
  virtual Status take(Work* /*work*/, const Piece& /*piece*/, std::span<const std::byte> /*payload*/) { return Status::ok(); }
  // Called when the owner has answered all requests successfully.
  virtual void served(Work* /*work*/) {}
  // Called when the operation is over.
  virtual void over(const Work& /*work*/) noexcept {}
};

// Requests to the owner: the bytes of all of them, the bytes requested so far, and the number of unanswered requests.
struct Served {
  std::uint64_t total = 0;
  std::uint64_t asked = 0;
  unsigned unanswered = 0;
};

// The object lives in its Call until that is used again. Core::enter() makes it.
struct Work {
  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  virtual ~Work() = default;

  [[nodiscard]] bool flushes() const noexcept { return target == nullptr; }

  base::ListNode node;
  Call* call = nullptr;
  Carrier* carrier = nullptr;
  Target* target = nullptr;  // null: for a flush
  int peer = -1;
  std::uint32_t use = 0;     // the use that the target's memory must be registered for
  std::uint64_t number = 0;  // position in the order of calls
  Stage stage = Stage::kHeld;
  Status error;  // failure of a piece; reported when no piece is under way any more
  Served served;
};

// Operations of transports that are under way.
using Tickets = std::vector<std::pair<transport::OneSided*, transport::RemoteTicket>>;

// Drops the tickets that are done; the first failure goes to *error.
void drop_ended(Tickets* tickets, Status* error);

}  // namespace penstock::proto::rma
