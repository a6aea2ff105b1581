// Accumulates on a rank's memory take these locks for elements that are not aligned integers of 4 or 8 bytes, and for memory
// that peers access by copies only. The locks lie in memory that the ranks of a host share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace penstock::transport {

// A lock is free or held by one rank. Its holder neither waits for anything nor calls the application, so others wait briefly.
struct alignas(64) AccumulateLock {
  std::atomic<std::uint32_t> word{0};      // the holder's rank and one
  std::atomic<std::uint32_t> sleepers{0};  // number of threads that sleep on the word or are about to

  // Tries to take the lock without waiting.
  [[nodiscard]] bool try_acquire(int rank) noexcept {
    std::uint32_t seen = 0;
    return word.compare_exchange_strong(seen, static_cast<std::uint32_t>(rank) + 1, std::memory_order_acquire,
                                        std::memory_order_relaxed);
  }
  // Waits for about a millisecond at most. Returns false if `*holder` has the lock or had it last.
  [[nodiscard]] bool acquire(int rank, int* holder) noexcept;
  // A thread that goes to sleep at this moment may be missed: it sleeps for a fifth of a millisecond at most. To avoid this,
  // every release would need a fence, which costs as much as the rest of the release.
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

// Each rank has this many locks. An element takes the lock that depends only on the owner's address of its first byte:
// addresses map to the locks cyclically, in blocks of bytes.
inline constexpr std::size_t kAccumulateLocks = 32;
inline constexpr std::uint64_t kBytesOfOneLock = 16384;

[[nodiscard]] constexpr std::size_t accumulate_lock_of(std::uint64_t address) noexcept {
  return address / kBytesOfOneLock % kAccumulateLocks;
}

}  // namespace penstock::transport
