// The terms of the engine's contract, and an operation in flight, to which a request handle of core/ points.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "base/status.hpp"

namespace penstock::proto {

inline constexpr int kAnySource = -1;
inline constexpr int kAnyTag = -2;

// Identifies a communicator's traffic. Point-to-point and collective messages use different contexts.
using Context = std::uint64_t;

enum class SendMode : std::uint8_t { kStandard, kSynchronous };

enum class Role : std::uint8_t { kSender, kReceiver };

// One rank's part in choosing how a message moves.
struct Route {
  std::string method;  // "eager", "copy", "get", "put", "ask for put", "staged", "fragments", "bounce", "stream"
  std::string via;     // the transport that carries or moves the bytes
  double us = -1;      // expected time; negative: unknown
  std::string reason;
  std::string closed;  // a direct method is closed though such memory could use it: the reason, and the remedy
};

// The current numbers of messages and receives, for tools.
struct Census {
  std::size_t posted = 0;           // posted receives
  std::size_t unexpected = 0;       // unexpected messages
  std::size_t most_unexpected = 0;  // the largest number of unexpected messages so far
  std::uint64_t kept_bytes = 0;     // memory of the unexpected messages
  std::size_t transfers = 0;        // messages of several steps that are under way
};

// An unexpected message.
struct Unread {
  Context context = 0;
  int source = 0;
  int tag = 0;
  std::uint64_t bytes = 0;
};

// Result of a completed operation. `source` is a rank of the job ("world rank"); core/ translates it.
struct Result {
  int source = kAnySource;
  int tag = kAnyTag;
  std::uint64_t bytes = 0;
  bool cancelled = false;
};

// Operations are reference counted, with the engine's lock held: the engine holds one reference while the operation is
// in flight, the caller one until release().
class Operation {
 public:
  virtual ~Operation() = default;
  [[nodiscard]] bool done() const noexcept { return done_.load(std::memory_order_acquire); }
  // Valid once done.
  [[nodiscard]] const Result& result() const noexcept { return result_; }
  [[nodiscard]] const Status& status() const noexcept { return status_; }
  // For the code that began the operation: tells if a record of it is kept elsewhere.
  [[nodiscard]] bool recorded() const noexcept { return recorded_; }
  void set_recorded(bool recorded) noexcept { recorded_ = recorded; }

  void retain() noexcept { ++references_; }
  void release() noexcept {
    if (--references_ == 0) recycle();
  }

 protected:
  // Called once, when the last reference is gone: returns it to its pool.
  virtual void recycle() noexcept = 0;
  // Publishes result and status.
  void complete(Status&& status) noexcept {
    status_ = std::move(status);
    done_.store(true, std::memory_order_release);
  }
  // Completes an operation that has had no failure with success.
  void complete() noexcept { done_.store(true, std::memory_order_release); }
  void rearm() noexcept {
    status_ = Status();
    result_ = Result();
    done_.store(false, std::memory_order_relaxed);
    recorded_ = false;
    references_ = 1;
  }
  Result result_;

 private:
  int references_ = 1;
  std::atomic<bool> done_{false};
  bool recorded_ = false;
  Status status_;
};

}  // namespace penstock::proto
