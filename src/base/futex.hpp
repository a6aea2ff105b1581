// A thread can sleep on a word that may lie in memory shared between processes.
#pragma once

#include <atomic>
#include <cstdint>

namespace penstock::base {

enum class FutexResult : std::uint8_t {
  kWoken,     // the thread was woken, the word changed or a signal came: look again
  kTimedOut,  // the timeout expired
};

// This mask matches all sleepers.
inline constexpr std::uint32_t kFutexAll = ~std::uint32_t{0};

// Sleeps while *word == expected, for at most timeout_ns (0: no limit). Spurious returns are normal, so callers loop.
FutexResult futex_wait(const std::atomic<std::uint32_t>* word, std::uint32_t expected, std::uint64_t timeout_ns,
                       std::uint32_t bits = kFutexAll) noexcept;
// Wakes up to `count` sleepers whose `bits` share a bit with these, and returns the number of woken threads.
int futex_wake(std::atomic<std::uint32_t>* word, int count, std::uint32_t bits = kFutexAll) noexcept;

}  // namespace penstock::base
