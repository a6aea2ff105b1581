// The engine's lock: one thread at a time inside the library, under MPI_THREAD_MULTIPLE alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace penstock::proto {

// Below MPI_THREAD_MULTIPLE it is never enabled and lock() is one load of a flag. Not recursive.
class EngineLock {
 public:
  // Before a second thread calls; not while it is held.
  void enable() noexcept { enabled_ = true; }
  [[nodiscard]] bool enabled() const noexcept { return enabled_; }

  void lock() {
    if (enabled_ && !mutex_.try_lock()) acquire();
  }
  void unlock() noexcept {
    if (enabled_) mutex_.unlock();
  }
  // Between rounds of a thread that holds it long: one of those who wait for it, if any, goes first.
  void give_way() {
    if (enabled_ && waiting_.load(std::memory_order_relaxed) != 0) hand_over();
  }

 private:
  void acquire();
  void hand_over();

  bool enabled_ = false;
  std::mutex mutex_;
  std::atomic<int> waiting_{0};
  std::atomic<std::uint32_t> turns_{0};  // how often one who waited got it
};

// Releases the lock for its lifetime: around functions of the program (operations, handlers, attribute and request
// callbacks), which may call MPI or wait for a thread that does, and around sleep. No reference into a container of the
// library is good beyond it.
class Unlocked {
 public:
  explicit Unlocked(EngineLock& lock) noexcept : lock_(lock) { lock_.unlock(); }
  ~Unlocked() { lock_.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  EngineLock& lock_;
};

}  // namespace penstock::proto
