// The launcher's fence runs in a thread of its own, so that this rank serves its peers meanwhile.
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
  // Enters the fence and rings `bell` when it is over. Until then only this thread uses `boot`. Returns kSystem, and
  // enters nothing, if no thread can be started.
  static Status enter(boot::Boot& boot, std::atomic<std::uint32_t>* bell, std::unique_ptr<Fence>* out);
  // Waits for the fence to end.
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  [[nodiscard]] bool over() const noexcept { return over_.load(std::memory_order_acquire); }
  // Returns the result of the fence; called once. Waits for its end.
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
