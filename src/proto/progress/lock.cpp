#include "proto/progress/lock.hpp"

#include <sched.h>

#include "base/relax.hpp"

namespace penstock::proto {
namespace {

// A thread tries this many times to take the lock before it sleeps: the lock is held for one round of progress or one call,
// which takes less time than sleeping and being woken.
constexpr int kLooks = 100;
// A thread that gives way yields at most this many times until another thread has had the lock, which may have to be woken
// first.
constexpr int kYields = 100;

}  // namespace

void EngineLock::acquire() {
  waiting_.fetch_add(1, std::memory_order_relaxed);
  bool mine = false;
  for (int i = 0; i < kLooks && !mine; ++i) {
    base::relax();
    mine = mutex_.try_lock();
  }
  if (!mine) mutex_.lock();
  waiting_.fetch_sub(1, std::memory_order_relaxed);
  turns_.fetch_add(1, std::memory_order_relaxed);
}

void EngineLock::hand_on() noexcept {
  count_call(0);
  Successor* const successor = successor_ != nullptr && successor_->wanted() ? successor_ : nullptr;
  mutex_.unlock();
  if (successor != nullptr) successor->call();
}

// A mutex is not fair: a thread that unlocks it and immediately locks it again would get it every time.
void EngineLock::hand_over() {
  const std::uint32_t turns = turns_.load(std::memory_order_relaxed);
  mutex_.unlock();
  for (int i = 0; i < kYields && waiting_.load(std::memory_order_relaxed) != 0; ++i) {
    if (turns_.load(std::memory_order_relaxed) != turns) break;
    sched_yield();
  }
  lock();
}

}  // namespace penstock::proto
