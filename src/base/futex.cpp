#include "base/futex.hpp"

#include <cerrno>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace penstock::base {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000U;

timespec in_the_future(std::uint64_t nanoseconds) noexcept {
  timespec limit{};
  clock_gettime(CLOCK_MONOTONIC, &limit);
  nanoseconds += static_cast<std::uint64_t>(limit.tv_nsec);
  limit.tv_sec += static_cast<time_t>(nanoseconds / kSecond);
  limit.tv_nsec = static_cast<long>(nanoseconds % kSecond);
  return limit;
}

}  // namespace

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t) && std::atomic<std::uint32_t>::is_always_lock_free,
              "the kernel compares the word itself");

// FUTEX_PRIVATE is not used, because several processes may map the word. FUTEX_WAIT_BITSET takes a point in time, not a
// duration.
FutexResult futex_wait(const std::atomic<std::uint32_t>* word, std::uint32_t expected, std::uint64_t timeout_ns,
                       std::uint32_t bits) noexcept {
  const timespec limit = timeout_ns == 0 ? timespec{} : in_the_future(timeout_ns);
  const long rc = syscall(SYS_futex, word, FUTEX_WAIT_BITSET, expected, timeout_ns == 0 ? nullptr : &limit, nullptr, bits);
  return rc < 0 && errno == ETIMEDOUT ? FutexResult::kTimedOut : FutexResult::kWoken;
}

int futex_wake(std::atomic<std::uint32_t>* word, int count, std::uint32_t bits) noexcept {
  const long rc = syscall(SYS_futex, word, FUTEX_WAKE_BITSET, count, nullptr, nullptr, bits);
  return rc < 0 ? 0 : static_cast<int>(rc);
}

}  // namespace penstock::base
