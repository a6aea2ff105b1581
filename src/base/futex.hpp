// Sleeping on a word that may lie in memory shared between processes.
#pragma once

#include <atomic>
#include <cstdint>

namespace penstock::base {

enum class FutexResult : std::uint8_t {
  kWoken,     // woken, or the word changed, or a signal came: look again
  kTimedOut,  // the time passed
};

// Any of them.
inline constexpr std::uint32_t kFutexAll = ~std::uint32_t{0};

// Sleeps while *word == expected, at most timeout_ns (0: no limit). Spurious returns are normal: callers loop.
FutexResult futex_wait(const std::atomic<std::uint32_t>* word, std::uint32_t expected, std::uint64_t timeout_ns,
                       std::uint32_t bits = kFutexAll) noexcept;
// Wakes up to `count` sleepers that share a bit with `bits`; returns how many.
int futex_wake(std::atomic<std::uint32_t>* word, int count, std::uint32_t bits = kFutexAll) noexcept;

}  // namespace penstock::base
