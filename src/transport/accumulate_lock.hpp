// Locks of a rank for accumulates on its memory: of elements that are no aligned integers of 4 or 8 bytes, and of memory that
// peers reach by copies alone. They lie in memory that the ranks of its host share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace penstock::transport {

// Free, or held by one rank. Whoever holds it neither waits for anything nor calls the program, so that others wait a moment.
struct alignas(64) AccumulateLock {
  std::atomic<std::uint32_t> word{0};      // the holder's rank and one
  std::atomic<std::uint32_t> sleepers{0};  // how many sleep on the word, or are about to

  // Without waiting.
  [[nodiscard]] bool try_acquire(int rank) noexcept {
    std::uint32_t seen = 0;
    return word.compare_exchange_strong(seen, static_cast<std::uint32_t>(rank) + 1, std::memory_order_acquire,
                                        std::memory_order_relaxed);
  }
  // Waits for at most a millisecond or so. False: `*holder` has it, or had it last.
  [[nodiscard]] bool acquire(int rank, int* holder) noexcept;
  // Who goes to sleep in this very moment may be missed: it sleeps for a fifth of a millisecond at most. To miss nobody would
  // take a fence in every release, which costs as much as all the rest.
  void release() noexcept {
    word.store(0, std::memory_order_release);
    if (sleepers.load(std::memory_order_relaxed) != 0) [[unlikely]] {
      wake();
    }
  }

 private:
  void wake() noexcept;
};
static_assert(sizeof(AccumulateLock) == 64 && std::atomic<std::uint32_t>::is_always_lock_free);

// Those of one rank. Which one an element takes depends on the owner's address of its first byte alone: the next after so many
// bytes, in turn.
inline constexpr std::size_t kAccumulateLocks = 32;
inline constexpr std::uint64_t kBytesOfOneLock = 16384;

[[nodiscard]] constexpr std::size_t accumulate_lock_of(std::uint64_t address) noexcept {
  return address / kBytesOfOneLock % kAccumulateLocks;
}

}  // namespace penstock::transport
