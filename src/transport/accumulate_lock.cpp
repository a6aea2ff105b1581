#include "transport/accumulate_lock.hpp"

#include "base/futex.hpp"
#include "base/relax.hpp"

namespace penstock::transport {
namespace {

constexpr int kLooks = 200;  // longer than the usual holder needs
constexpr int kNaps = 5;
constexpr std::uint64_t kNapNs = 200'000;

}  // namespace

bool AccumulateLock::acquire(int rank, int* holder) noexcept {
  for (int i = 0; i < kLooks; ++i) {
    if (try_acquire(rank)) return true;
    base::relax();
  }
  sleepers.fetch_add(1);
  const std::uint32_t mine = static_cast<std::uint32_t>(rank) + 1;
  std::uint32_t seen = 0;
  bool taken = word.compare_exchange_strong(seen, mine, std::memory_order_acquire, std::memory_order_relaxed);
  for (int naps = 0; naps < kNaps && !taken; ++naps) {
    [[maybe_unused]] const base::FutexResult why = base::futex_wait(&word, seen, kNapNs);
    seen = 0;
    taken = word.compare_exchange_strong(seen, mine, std::memory_order_acquire, std::memory_order_relaxed);
  }
  sleepers.fetch_sub(1);
  if (!taken) *holder = static_cast<int>(seen) - 1;
  return taken;
}

void AccumulateLock::wake() noexcept {
  base::futex_wake(&word, 1);
}

}  // namespace penstock::transport
