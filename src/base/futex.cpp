#include "base/futex.hpp"

#include <cerrno>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace penstock::base {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t) && std::atomic<std::uint32_t>::is_always_lock_free,
              "the kernel compares the word itself");

// Not FUTEX_PRIVATE: the word may be mapped by several processes.
FutexResult futex_wait(const std::atomic<std::uint32_t>* word, std::uint32_t expected, std::uint64_t timeout_ns) noexcept {
  timespec limit{};
  limit.tv_sec = static_cast<time_t>(timeout_ns / 1'000'000'000U);
  limit.tv_nsec = static_cast<long>(timeout_ns % 1'000'000'000U);
  const long rc = syscall(SYS_futex, word, FUTEX_WAIT, expected, timeout_ns == 0 ? nullptr : &limit, nullptr, 0);
  return rc < 0 && errno == ETIMEDOUT ? FutexResult::kTimedOut : FutexResult::kWoken;
}

int futex_wake(std::atomic<std::uint32_t>* word, int count) noexcept {
  const long rc = syscall(SYS_futex, word, FUTEX_WAKE, count, nullptr, nullptr, 0);
  return rc < 0 ? 0 : static_cast<int>(rc);
}

}  // namespace penstock::base
