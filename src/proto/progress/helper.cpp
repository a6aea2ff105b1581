#include "proto/progress/helper.hpp"

#include <mutex>

#include "base/clock.hpp"
#include "base/futex.hpp"
#include "base/quiet_thread.hpp"
#include "base/relax.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kRoundsPerClock = 64;  // reading the clock costs as much as several rounds
// If the application calls MPI again within this time, its own calls make progress. Rounds of this thread between these calls
// would make the application wait for the lock, and would submit a series of GPU operations one by one.
constexpr std::uint64_t kQuietNs = 4'000;
// A driver call may block until a stream has room, which may need progress by this thread.
constexpr std::uint64_t kAwayNs = 20'000;
constexpr int kRelaxes = 32;  // pauses between reads of the call count: a read costs the application's thread a cache miss
constexpr std::uint64_t kMostQuietNs = 100'000;  // the limit if several threads call all the time

}  // namespace

Status Helper::create(EngineLock& lock, BackgroundWork& work, std::uint64_t spin_ns, std::unique_ptr<Helper>* out) {
  std::unique_ptr<Helper> made(new Helper(lock, work, spin_ns));
  PENSTOCK_TRY(made->start());
  *out = std::move(made);
  return Status::ok();
}

Status Helper::start() {
  const auto body = [](void* self) -> void* {
    static_cast<Helper*>(self)->run();
    return nullptr;
  };
  PENSTOCK_TRY(
      base::start_quiet_thread("the progress thread (PENSTOCK_PROGRESS_THREAD=0 does without it)", body, this, &thread_));
  running_ = true;
  const std::lock_guard guard(lock_);
  lock_.set_successor(this);
  return Status::ok();
}

Helper::~Helper() {
  if (!running_) return;
  {
    const std::lock_guard guard(lock_);
    lock_.set_successor(nullptr);
    stop_.store(true, std::memory_order_relaxed);
    work_.wake_ready();
  }
  call();
  pthread_join(thread_, nullptr);
}

void Helper::run() {
  const std::lock_guard guard(lock_);
  while (!stop_.load(std::memory_order_relaxed)) {
    if (work_.has_work()) {
      await_quiet();
      work_.work(stop_);
    } else {
      sleep();
    }
  }
}

// call() changes the futex word: if it runs before futex_wait(), the thread does not sleep.
void Helper::sleep() {
  const std::uint32_t seen = calls_.load(std::memory_order_relaxed);
  asleep_ = true;
  {
    const Unlocked unlocked(lock_);
    if (!called_soon(seen)) {
      deep_.store(true, std::memory_order_seq_cst);
      base::futex_wait(&calls_, seen, 0);
      deep_.store(false, std::memory_order_relaxed);
    }
  }
  asleep_ = false;
}

// The thread does not spin here if CPUs are scarce (spin_ns_ is 0), because it would take the time from the application's
// thread.
void Helper::await_quiet() {
  if (spin_ns_ == 0) return;
  const std::uint64_t begin = base::now_ns();
  std::uint64_t since = begin;
  std::uint32_t seen = lock_.calls();
  const Unlocked unlocked(lock_);
  const auto enough = [this] { return lock_.any_away() ? kAwayNs : kQuietNs; };
  for (std::uint64_t now = begin; now - since < enough() && now - begin < kMostQuietNs; now = base::now_ns()) {
    if (stop_.load(std::memory_order_relaxed)) return;
    for (int i = 0; i < kRelaxes; ++i) base::relax();
    if (const std::uint32_t calls = lock_.calls(); calls != seen) {
      seen = calls;
      since = now;
    }
  }
}

// The thread polls for a short time before it sleeps, because waking it costs both threads far more than polling.
bool Helper::called_soon(std::uint32_t seen) const noexcept {
  if (spin_ns_ == 0) return false;
  const std::uint64_t end = base::now_ns() + spin_ns_;
  for (unsigned round = 1;; ++round) {
    if (calls_.load(std::memory_order_relaxed) != seen) return true;
    base::relax();
    if (round % kRoundsPerClock == 0 && base::now_ns() > end) return false;
  }
}

bool Helper::wanted() noexcept {
  if (!asleep_ || !work_.has_work()) return false;
  asleep_ = false;
  return true;
}

void Helper::call() noexcept {
  calls_.fetch_add(1, std::memory_order_seq_cst);
  if (deep_.load(std::memory_order_seq_cst)) base::futex_wake(&calls_, 1);
}

}  // namespace penstock::proto
