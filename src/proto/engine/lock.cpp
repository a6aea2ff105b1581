#include "proto/engine/lock.hpp"

#include <sched.h>

namespace penstock::proto {

void EngineLock::acquire() {
  if (mutex_.try_lock()) return;
  waiting_.fetch_add(1, std::memory_order_relaxed);
  mutex_.lock();
  waiting_.fetch_sub(1, std::memory_order_relaxed);
}

// A mutex is not fair: who unlocks and locks again at once would win every time.
void EngineLock::hand_over() {
  mutex_.unlock();
  sched_yield();
  acquire();
}

}  // namespace penstock::proto
