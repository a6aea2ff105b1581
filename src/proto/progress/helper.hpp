// The thread that makes progress while the program computes (PENSTOCK_PROGRESS_THREAD).
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "proto/progress/lock.hpp"

namespace penstock::proto {

// The progress engine as its progress thread sees it. All of it is called with the engine's lock held.
class BackgroundWork {
 public:
  // Tells if something is under way, or peers may ask for something.
  [[nodiscard]] virtual bool has_work() const noexcept = 0;
  // Makes progress, behind all other threads, until there is no work or `stop` is set.
  virtual void work(const std::atomic<bool>& stop) = 0;
  // Wakes the waiting threads whose condition holds.
  virtual void wake_ready() = 0;

 protected:
  ~BackgroundWork() = default;
};

// It polls a word of its own for a while, then sleeps on it, until a thread of the application leaves the library with work
// under way. Then it is one more waiting thread of the engine (waiter.hpp), behind all others, for as long as that lasts.
class Helper final : private Successor {
 public:
  // `lock` is the engine's, enabled and not held. `spin_ns` is how long it polls before it sleeps; 0 where it has no processor
  // of its own. kSystem: the system has no thread left.
  static Status create(EngineLock& lock, BackgroundWork& work, std::uint64_t spin_ns, std::unique_ptr<Helper>* out);
  // Waits for the thread's end; called without the lock.
  ~Helper();
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

 private:
  Helper(EngineLock& lock, BackgroundWork& work, std::uint64_t spin_ns) noexcept
      : lock_(lock), work_(work), spin_ns_(spin_ns) {}
  Status start();
  void run();
  void sleep();
  void await_quiet();
  [[nodiscard]] bool called_soon(std::uint32_t seen) const noexcept;
  [[nodiscard]] bool wanted() noexcept override;
  void call() noexcept override;

  EngineLock& lock_;
  BackgroundWork& work_;
  const std::uint64_t spin_ns_;
  pthread_t thread_{};
  bool running_ = false;
  bool asleep_ = false;  // under the lock; false from the moment when a thread decides to call
  std::atomic<bool> stop_{false};
  std::atomic<std::uint32_t> calls_{0};
  std::atomic<bool> deep_{false};  // asleep in the kernel, or about to be
};

}  // namespace penstock::proto
