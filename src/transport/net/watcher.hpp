// Watcher is a thread that rings the rank's doorbell when a descriptor becomes readable: ranks sleep on one word, while
// networks wake by descriptors.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/fd.hpp"
#include "base/status.hpp"
#include "transport/doorbell.hpp"

namespace penstock::transport {

class Watcher {
 public:
  // `event` must stay open for as long as the watcher lives.
  static Status create(int event, Doorbell* bell, std::unique_ptr<Watcher>* out);
  // Waits for the thread's end.
  ~Watcher();
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  // Rings once, as soon as the descriptor is readable from now on, and `pause_ns` after that.
  Status arm(std::uint64_t pause_ns);
  // Returns true if it has rung since the last call.
  bool has_rung() noexcept { return rung_.exchange(false, std::memory_order_relaxed); }

 private:
  explicit Watcher(int event, Doorbell* bell) : event_(event), bell_(bell) {}
  Status start();
  void run();
  [[nodiscard]] bool stopped_within(std::uint64_t nanoseconds) const;

  const int event_;
  Doorbell* const bell_;
  base::Fd epoll_;
  base::Fd stop_;
  pthread_t thread_{};
  bool running_ = false;
  std::atomic<std::uint64_t> pause_ns_{0};
  std::atomic<bool> rung_{false};
};

}  // namespace penstock::transport
