// Where the threads of one rank sleep and other ranks ring: a word, which may lie in memory that they share.
//
// Bit 0 asks for a ring; the rest counts rings and the calls among the rank's own threads. A sleeper names the value that it
// saw before it let go of the rank's lock: a ring or a call that comes in between has changed the value for good, and it does
// not sleep. Who armed the bell sleeps on a value that is still armed, or the ring has come already.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/futex.hpp"

namespace penstock::transport {

// All verbs but ring() are the owner's, by any of its threads.
class Doorbell {
 public:
  Doorbell() noexcept = default;
  explicit Doorbell(std::atomic<std::uint32_t>* word) noexcept : word_(word) {}

  // An arrival from now on rings. What arrived before must be looked for afterwards: sequentially consistent with the
  // sender's two steps (publish, ring), so that one of the two sides sees the other. The fence is for those that look with an
  // acquire load, which processors other than x86 may do before the bell is armed.
  void arm() noexcept {
    word_->fetch_or(kArmed, std::memory_order_seq_cst);
#if !defined(__x86_64__)
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
  }
  // Somebody is awake and looks for himself.
  void disarm() noexcept { word_->fetch_and(~kArmed, std::memory_order_relaxed); }

  [[nodiscard]] std::uint32_t look() const noexcept { return word_->load(std::memory_order_acquire); }
  [[nodiscard]] static bool is_armed(std::uint32_t seen) noexcept { return (seen & kArmed) != 0; }
  // Returns on a ring, on a call for one of the bits, after so long (at once for 0), or for no reason.
  base::FutexResult sleep(std::uint32_t seen, std::uint64_t nanoseconds, std::uint32_t bits = base::kFutexAll) const noexcept {
    return nanoseconds == 0 ? base::FutexResult::kTimedOut : base::futex_wait(word_, seen, nanoseconds, bits);
  }
  // Wakes the sleepers that named one of the bits, and whoever is about to sleep.
  void call(std::uint32_t bits) noexcept {
    word_->fetch_add(kCall, std::memory_order_release);
    base::futex_wake(word_, kEverybody, bits);
  }

  // What others ring.
  [[nodiscard]] std::atomic<std::uint32_t>* word() const noexcept { return word_; }

  // A sender's: the message has been published. One ring wakes one thread. Taking the bit away by adding it carries into the
  // count: a bell that was armed and rung never looks as it did before.
  static void ring(std::atomic<std::uint32_t>* word) noexcept {
    std::uint32_t seen = word->load(std::memory_order_seq_cst);
    while (is_armed(seen)) {
      if (!word->compare_exchange_weak(seen, seen + kArmed, std::memory_order_seq_cst)) continue;
      base::futex_wake(word, 1);
      return;
    }
  }

 private:
  static constexpr std::uint32_t kArmed = 1;
  static constexpr std::uint32_t kCall = 2;
  static constexpr int kEverybody = 0x7fffffff;

  std::atomic<std::uint32_t>* word_ = nullptr;
};

}  // namespace penstock::transport
