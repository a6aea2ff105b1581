// A CallLock holds the engine's lock for a call of the application.
#pragma once

#include "proto/progress/lock.hpp"

namespace penstock::shmem {

// When it goes, it wakes the progress thread if something is under way (EngineLock::leave()).
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
