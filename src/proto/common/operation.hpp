// One operation in flight: what a request handle of core/ points to.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/status.hpp"

namespace penstock::proto {

inline constexpr int kAnySource = -1;
inline constexpr int kAnyTag = -2;

// Result of a completed operation. `source` is a rank of the job ("world rank"); core/ translates it.
struct Result {
  int source = kAnySource;
  int tag = kAnyTag;
  std::uint64_t bytes = 0;
  bool cancelled = false;
};

// Reference counted, with the engine's lock held: the engine holds one reference while the operation is in flight, the caller
// one until release().
class Operation {
 public:
  virtual ~Operation() = default;
  [[nodiscard]] bool done() const noexcept { return done_.load(std::memory_order_acquire); }
  // Valid once done.
  [[nodiscard]] const Result& result() const noexcept { return result_; }
  [[nodiscard]] const Status& status() const noexcept { return status_; }

  void retain() noexcept { ++references_; }
  void release() noexcept {
    if (--references_ == 0) recycle();
  }

 protected:
  // Called once, with the last reference gone: back to its pool.
  virtual void recycle() noexcept = 0;
  // Publishes result and status.
  void complete(Status&& status) noexcept {
    status_ = std::move(status);
    done_.store(true, std::memory_order_release);
  }
  // Success, of an operation that has had no failure.
  void complete() noexcept { done_.store(true, std::memory_order_release); }
  void rearm() noexcept {
    status_ = Status();
    result_ = Result();
    done_.store(false, std::memory_order_relaxed);
    references_ = 1;
  }
  Result result_;

 private:
  int references_ = 1;
  std::atomic<bool> done_{false};
  Status status_;
};

}  // namespace penstock::proto
