// The thread that makes progress while the program computes (PENSTOCK_PROGRESS_THREAD).
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "proto/engine/lock.hpp"

namespace penstock::proto {

// An engine, as its progress thread sees it. With its lock held.
class Attended {
 public:
  // Something is under way, or peers may ask for something.
  [[nodiscard]] virtual bool busy() const noexcept = 0;
  // Looks after that, behind all other threads, until it is over or `stop`.
  virtual void attend(const std::atomic<bool>& stop) = 0;
  // Threads that wait look again.
  virtual void stir() = 0;

 protected:
  ~Attended() = default;
};

// It looks at a word of its own for a while, then sleeps on it, until a thread of the program leaves the library with something
// under way. Then it is one more waiting thread of the engine (waiter.hpp), behind all others, for as long as that lasts.
class Helper final : private Successor {
 public:
  // `lock` is the engine's, enabled and not held. `spin_ns`: how long it looks before it sleeps; 0 where it has no processor of
  // its own. kSystem where there is no thread to have.
  static Status create(EngineLock& lock, Attended& engine, std::uint64_t spin_ns, std::unique_ptr<Helper>* out);
  // Waits for the thread's end; the lock is not held.
  ~Helper();
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

 private:
  Helper(EngineLock& lock, Attended& engine, std::uint64_t spin_ns) noexcept
      : lock_(lock), engine_(engine), spin_ns_(spin_ns) {}
  Status start();
  void run();
  void sleep();
  void await_quiet();
  [[nodiscard]] bool called_soon(std::uint32_t seen) const noexcept;
  [[nodiscard]] bool wanted() noexcept override;
  void call() noexcept override;

  EngineLock& lock_;
  Attended& engine_;
  const std::uint64_t spin_ns_;
  pthread_t thread_{};
  bool running_ = false;
  bool asleep_ = false;  // under the lock; false from the moment when somebody decides to call
  std::atomic<bool> stop_{false};
  std::atomic<std::uint32_t> calls_{0};
  std::atomic<bool> deep_{false};  // asleep in the kernel, or about to be
};

}  // namespace penstock::proto
