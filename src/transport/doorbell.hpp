// A doorbell is a word on which the threads of a rank sleep and which other ranks ring; it may lie in memory that they share.
//
// Bit 0 asks for a ring; the other bits count rings, and calls among the rank's own threads. A sleeper passes the value that it
// saw before it released the rank's lock: a ring or a call in between has changed the value for good, so the thread does not
// sleep. The thread that armed the bell sleeps on a value that is still armed, or the ring has come already.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/futex.hpp"

namespace penstock::transport {

// Only the owner calls the members other than ring(), from any of its threads.
class Doorbell {
 public:
  Doorbell() noexcept = default;
  explicit Doorbell(std::atomic<std::uint32_t>* word) noexcept : word_(word) {}

  // After this call an arrival rings. The caller must then look for earlier arrivals: the call is sequentially consistent with
  // the sender's two steps (publish, ring), so at least one side sees the other. The fence is for callers that look with an
  // acquire load, which processors other than x86 may perform before the bell is armed.
  void arm() noexcept {
    word_->fetch_or(kArmed, std::memory_order_seq_cst);
#if !defined(__x86_64__)
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
  }
  // Clears the request, since a thread is awake and polls.
  void disarm() noexcept { word_->fetch_and(~kArmed, std::memory_order_relaxed); }

  [[nodiscard]] std::uint32_t look() const noexcept { return word_->load(std::memory_order_acquire); }
  [[nodiscard]] static bool is_armed(std::uint32_t seen) noexcept { return (seen & kArmed) != 0; }
  // Returns after a ring, after a call for one of the bits, after this time (immediately for 0), or spuriously.
  base::FutexResult sleep(std::uint32_t seen, std::uint64_t nanoseconds, std::uint32_t bits = base::kFutexAll) const noexcept {
    return nanoseconds == 0 ? base::FutexResult::kTimedOut : base::futex_wait(word_, seen, nanoseconds, bits);
  }
  // Wakes the sleepers that passed one of the bits, and threads that are about to sleep.
  void call(std::uint32_t bits) noexcept {
    word_->fetch_add(kCall, std::memory_order_release);
    base::futex_wake(word_, kEverybody, bits);
  }

  // Returns the word that other ranks ring.
  [[nodiscard]] std::atomic<std::uint32_t>* word() const noexcept { return word_; }

  // A sender calls this after it has published the message. One ring wakes one thread. The bit is cleared by an addition whose
  // carry goes into the count, so a bell that was armed and rung never has its former value.
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
