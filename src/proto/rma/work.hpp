// An operation that is not over at once: what all verbs keep of one meanwhile, and who takes its steps. Each verb derives its
// own state (offload.hpp, move.hpp, accumulate_work.hpp, flush.hpp).
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
  kHeld,     // the owner has not said yet whether the target lives, or earlier accumulates come first
  kMoving,   // a transport, a copier or a device works on memory of the operation
  kBusy,     // another rank has the lock
  kServed,   // messages are under way
  kEarlier,  // of a flush: earlier operations are under way
  kDone,
};

// The part of Rma that began an operation and takes its steps. The operation may be over when any of these returns.
class Carrier {
 public:
  virtual ~Carrier() = default;
  // The target lives, and nothing is wrong with the operation.
  virtual void start(Work* /*work*/) {}
  // One bounded step of an operation that no messages are under way for; true if it got on.
  virtual bool step(Work* /*work*/) { return false; }
  // Posts the next request to the owner (Requester::post()), and counts it in Served::asked.
  virtual Status request(Work* /*work*/) { return Status::ok(); }
  // Takes the bytes that the answer to one has brought.
  virtual Status take(Work* /*work*/, const Piece& /*piece*/, std::span<const std::byte> /*payload*/) { return Status::ok(); }
  // The owner has answered all requests well.
  virtual void served(Work* /*work*/) {}
  // It is over.
  virtual void over(const Work& /*work*/) noexcept {}
};

// Requests to the owner: in bytes all of them, and those that were made; and requests without an answer.
struct Served {
  std::uint64_t total = 0;
  std::uint64_t asked = 0;
  unsigned unanswered = 0;
};

// Lives in its Call until that is used again. Core::enter() makes it.
struct Work {
  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  virtual ~Work() = default;

  [[nodiscard]] bool flushes() const noexcept { return target == nullptr; }

  base::ListNode node;
  Call* call = nullptr;
  Carrier* carrier = nullptr;
  Target* target = nullptr;  // null: of a flush
  int peer = -1;
  std::uint32_t use = 0;     // that the target's memory must be registered for
  std::uint64_t number = 0;  // in the order of calls
  Stage stage = Stage::kHeld;
  Status error;  // of a piece: told when nothing is under way any more
  Served served;
};

// Operations of transports that are under way.
using Tickets = std::vector<std::pair<transport::OneSided*, transport::RemoteTicket>>;

// Drops those that are over; the first failure goes to *error.
void drop_ended(Tickets* tickets, Status* error);

}  // namespace penstock::proto::rma
