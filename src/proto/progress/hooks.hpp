// The progress engine as the protocols see it.
#pragma once

#include "proto/progress/progressors.hpp"
#include "proto/progress/waiter.hpp"

namespace penstock::proto {

// Receives what transports deliver, and wakes a thread for work that has begun.
class ProgressTarget {
 public:
  // Takes the messages that have arrived, and calls no function of the application. Returns true if there were any.
  virtual bool receive_arrived() = 0;
  // Wakes the threads whose condition holds, and one that makes progress for work that no doorbell announces.
  virtual void wake_for_work(bool to_itself) = 0;

 protected:
  ~ProgressTarget() = default;
};

// One per engine. It is made before the protocols, and the progress engine behind it after them. Used with the engine's lock
// held.
class ProgressHooks {
 public:
  ProgressHooks(const Config& config, EngineLock& lock, int rank) : waiter_(config, lock), rank_(rank) {}
  // The progress engine sets itself before the first message.
  void set_target(ProgressTarget* target) noexcept { target_ = target; }

  // A protocol calls it after it has started work: another thread may be the one that waits for it, or the only one that can
  // make progress for it.
  void work_started() {
    if (waiter_.anybody_sleeps()) [[unlikely]] {
      wake(false);
    }
  }
  // A protocol calls it after it has started a message. No doorbell rings for a message of this rank to itself.
  void message_started(int peer) {
    if (waiter_.anybody_sleeps()) [[unlikely]] {
      wake(peer == rank_);
    }
  }
  bool receive_arrived() { return target_->receive_arrived(); }
  [[nodiscard]] bool has_progressors() const noexcept { return !progressors_.empty(); }

  [[nodiscard]] Waiter& waiter() noexcept { return waiter_; }
  [[nodiscard]] const Waiter& waiter() const noexcept { return waiter_; }
  [[nodiscard]] Progressors& progressors() noexcept { return progressors_; }
  [[nodiscard]] const Progressors& progressors() const noexcept { return progressors_; }

 private:
  [[gnu::cold, gnu::noinline]] void wake(bool to_itself) { target_->wake_for_work(to_itself); }

  Waiter waiter_;
  Progressors progressors_;
  ProgressTarget* target_ = nullptr;
  int rank_;
};

}  // namespace penstock::proto
