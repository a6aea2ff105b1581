#include "proto/progress/progress_thread.hpp"

#include <utility>

namespace penstock::proto {

Status ProgressThread::begin() {
  may_help_ = config_.progress_thread == Config::ProgressThread::kAuto && spare_cpus_;
  return config_.progress_thread == Config::ProgressThread::k1 ? start() : Status::ok();
}

void ProgressThread::begin_if_spare() {
  if (!std::exchange(may_help_, false)) return;
  const Status started = start();
  if (!started.is_ok()) log_.warn("non-blocking collectives move on in calls alone: {}", started.message());
}

// If CPUs are scarce, the thread would take them from the application, so it does not start here. PENSTOCK_PROGRESS_THREAD=1
// starts it nevertheless.
bool ProgressThread::begin_serving() {
  ++serving_;
  if (helper_) return true;
  if (config_.progress_thread != Config::ProgressThread::kAuto || !spare_cpus_ || !std::exchange(may_serve_, false)) {
    return false;
  }
  const Status started = start();
  if (!started.is_ok()) {
    log_.warn("operations of peers on this rank's memory are served in its calls alone: {}", started.message());
  }
  may_serve_ = started.is_ok();
  return may_serve_;
}

Status ProgressThread::start() {
  if (helper_) return Status::ok();
  may_help_ = false;
  lock_.enable_locked();
  const Unlocked unlocked(lock_);
  const std::uint64_t spin_ns = spare_cpus_ ? static_cast<std::uint64_t>(config_.spin_us) * 1000 : 0;
  return Helper::create(lock_, work_, spin_ns, &helper_);
}

}  // namespace penstock::proto
