#include "proto/progress/lock.hpp"

#include <sched.h>

#include "base/relax.hpp"

namespace penstock::proto {
namespace {

// The lock is held for a round of progress or for a call, which takes less time than to sleep and be woken.
constexpr int kLooks = 100;
// How long a thread that gives way waits for the other to have had its turn: the other may have to be woken first.
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

// A mutex is not fair: a thread that unlocks it and immediately locks it again would win every time.
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
