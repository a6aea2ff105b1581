// The engine's lock for a call of the program.
#pragma once

#include "proto/progress/lock.hpp"

namespace penstock::shmem {

// Whoever helps is called when it goes, if something is under way (EngineLock::leave()).
class CallLock {
 public:
  explicit CallLock(proto::EngineLock& lock) noexcept : lock_(&lock) { lock.lock(); }
  ~CallLock() { leave(); }
  CallLock(const CallLock&) = delete;
  CallLock& operator=(const CallLock&) = delete;
  void leave() noexcept {
    if (lock_ != nullptr) lock_->leave();
    lock_ = nullptr;
  }

 private:
  proto::EngineLock* lock_;
};

}  // namespace penstock::shmem
