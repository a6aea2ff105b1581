#include "transport/accumulate_lock.hpp"

#include "base/futex.hpp"
#include "base/relax.hpp"

namespace penstock::transport {
namespace {

constexpr std::uint32_t kSleepers = 0x8000'0000;  // somebody sleeps, or may
constexpr int kLooks = 200;                       // longer than the usual holder needs
constexpr int kNaps = 5;
constexpr std::uint64_t kNapNs = 200'000;

}  // namespace

bool AccumulateLock::acquire(int rank, int* holder) noexcept {
  const std::uint32_t mine = static_cast<std::uint32_t>(rank) + 1;
  std::uint32_t seen = 0;
  for (int i = 0; i < kLooks; ++i, seen = 0) {
    if (word.compare_exchange_weak(seen, mine, std::memory_order_acquire, std::memory_order_relaxed)) return true;
    base::relax();
  }
  // From here on it is taken with the mark: there may be others who sleep.
  for (int naps = 0; naps < kNaps;) {
    seen = word.load(std::memory_order_relaxed);
    if (seen == 0) {
      if (word.compare_exchange_weak(seen, mine | kSleepers, std::memory_order_acquire, std::memory_order_relaxed)) return true;
      continue;
    }
    if ((seen & kSleepers) == 0 && !word.compare_exchange_weak(seen, seen | kSleepers, std::memory_order_relaxed)) continue;
    [[maybe_unused]] const base::FutexResult why = base::futex_wait(&word, seen | kSleepers, kNapNs);
    ++naps;
  }
  *holder = static_cast<int>(seen & ~kSleepers) - 1;
  return false;
}

void AccumulateLock::release() noexcept {
  if ((word.exchange(0, std::memory_order_release) & kSleepers) != 0) base::futex_wake(&word, 1);
}

}  // namespace penstock::transport
