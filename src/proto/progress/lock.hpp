// The engine's lock lets one thread at a time into the library, where there are several.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace penstock::proto {

inline constexpr std::size_t kCacheLine = 64;

// The progress thread, which takes over when a thread leaves the library.
class Successor {
 public:
  // Tells, with the lock held, if call() is needed.
  [[nodiscard]] virtual bool wanted() noexcept = 0;
  // Called without the lock: wakes the thread.
  virtual void call() noexcept = 0;

 protected:
  ~Successor() = default;
};

// Below MPI_THREAD_MULTIPLE, without a progress thread, it is never enabled and lock() is one load of a flag. It is not
// recursive.
class EngineLock {
 public:
  // Called before a second thread calls; not while it is held. A second call does nothing.
  void enable() noexcept {
    if (!enabled_) enabled_ = true;
  }
  // Works as enable() within a call that has locked it, of a process in which one thread calls at a time.
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
  // Unlocks at the end of a call of the application, and wakes the progress thread if it is needed.
  void leave() noexcept {
    if (enabled_) hand_on();
  }
  // Grows whenever a call of the application ends, or releases or retakes the lock within (Away). The progress thread reads
  // it, with or without the lock, to see whether the application calls.
  [[nodiscard]] std::uint32_t calls() const noexcept { return calls_.load(std::memory_order_relaxed); }
  // Tells if a call is away.
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
  // Called with the lock held; null for nobody.
  void set_successor(Successor* successor) noexcept { successor_ = successor; }
  // A thread that holds the lock long calls it between rounds: a thread that waits for the lock, if any, goes first.
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
  std::atomic<std::uint32_t> turns_{0};  // how often a thread that waited got it
  // These are written under the lock and read without it. They do not lie beside the mutex, whose cache line a reader would
  // take from its holder.
  alignas(kCacheLine) std::atomic<std::uint32_t> calls_{0};
  std::atomic<int> away_{0};
};

// Releases the lock for its lifetime: around functions of the application (operations, handlers, attribute and request
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

// Releases the lock, as Unlocked does, around a short call of another library, as of the driver: the progress thread holds off
// for a moment, since the two would only wait for each other. A lock that is enabled stays so.
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
