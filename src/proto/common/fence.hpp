// The launcher's fence in a thread of its own, so that this rank goes on serving its peers meanwhile.
#pragma once

#include <pthread.h>

#include <atomic>
#include <memory>

#include "base/status.hpp"
#include "boot/boot.hpp"
#include "transport/doorbell.hpp"

namespace penstock::proto {

class Fence {
 public:
  // Enters it. `bell` rings when it is over. Until then boot is this thread's alone. kSystem where there is no thread to have:
  // nothing was entered.
  static Status enter(boot::Boot& boot, std::atomic<std::uint32_t>* bell, std::unique_ptr<Fence>* out);
  // Waits for its end.
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  [[nodiscard]] bool over() const noexcept { return over_.load(std::memory_order_acquire); }
  // What the fence came to, once. Waits for its end.
  Status end();

 private:
  Fence(boot::Boot& boot, std::atomic<std::uint32_t>* bell) : boot_(boot), bell_(bell) {}
  Status start();
  void run();
  void join();

  boot::Boot& boot_;
  std::atomic<std::uint32_t>* const bell_;
  pthread_t thread_{};
  bool running_ = false;
  std::atomic<bool> over_{false};
  Status status_;
};

}  // namespace penstock::proto
