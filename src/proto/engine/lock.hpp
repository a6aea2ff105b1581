// The engine's lock: one thread at a time inside the library, where there are several.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace penstock::proto {

inline constexpr std::size_t kCacheLine = 64;

// Who takes over when a thread leaves the library.
class Successor {
 public:
  // With the lock held: whether to call it.
  [[nodiscard]] virtual bool wanted() noexcept = 0;
  // Without the lock.
  virtual void call() noexcept = 0;

 protected:
  ~Successor() = default;
};

// Below MPI_THREAD_MULTIPLE, without a helper thread, it is never enabled and lock() is one load of a flag. Not recursive.
class EngineLock {
 public:
  // Before a second thread calls; not while it is held. Again: nothing.
  void enable() noexcept {
    if (!enabled_) enabled_ = true;
  }
  // The same within a call that has locked it, of a process in which one thread calls at a time.
  void enable_locked() {
    if (enabled_) return;
    mutex_.lock();
    enabled_ = true;
  }
  [[nodiscard]] bool enabled() const noexcept { return enabled_; }

  void lock() {
    if (enabled_ && !mutex_.try_lock()) acquire();
  }
  void unlock() noexcept {
    if (enabled_) mutex_.unlock();
  }
  // The same at the end of a call of the program.
  void leave() noexcept {
    if (enabled_) hand_on();
  }
  // Grows whenever a call of the program ends, or goes away or comes back within (Away): what a thread that helps looks at,
  // with or without the lock, to see whether the program calls.
  [[nodiscard]] std::uint32_t calls() const noexcept { return calls_.load(std::memory_order_relaxed); }
  // Whether a call is away.
  [[nodiscard]] bool any_away() const noexcept { return away_.load(std::memory_order_relaxed) != 0; }
  void go_away() noexcept {
    if (!enabled_) return;
    count_call(1);
    mutex_.unlock();
  }
  void come_back() {
    if (!enabled_) return;
    lock();
    count_call(-1);
  }
  // With the lock held; null for nobody.
  void set_successor(Successor* successor) noexcept { successor_ = successor; }
  // Between rounds of a thread that holds it long: one of those who wait for it, if any, goes first.
  void give_way() {
    if (enabled_ && waiting_.load(std::memory_order_relaxed) != 0) hand_over();
  }

 private:
  void acquire();
  void count_call(int away) noexcept {
    calls_.store(calls_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    away_.store(away_.load(std::memory_order_relaxed) + away, std::memory_order_relaxed);
  }
  void hand_over();
  void hand_on() noexcept;

  bool enabled_ = false;
  std::mutex mutex_;
  Successor* successor_ = nullptr;
  std::atomic<int> waiting_{0};
  std::atomic<std::uint32_t> turns_{0};  // how often one who waited got it
  // Written under the lock, and looked at without it: not beside the mutex, which who looks would take from its holder's cache.
  alignas(kCacheLine) std::atomic<std::uint32_t> calls_{0};
  std::atomic<int> away_{0};
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

// The same by a call of the program that comes back at once, as from the driver: a thread that helps holds off for a moment,
// since the two would only wait for each other. A lock that is enabled stays so.
class Away {
 public:
  explicit Away(EngineLock& lock) noexcept : lock_(lock) { lock_.go_away(); }
  ~Away() { lock_.come_back(); }
  Away(const Away&) = delete;
  Away& operator=(const Away&) = delete;

 private:
  EngineLock& lock_;
};

}  // namespace penstock::proto
