#include "proto/progress/helper.hpp"

#include <mutex>

#include "base/clock.hpp"
#include "base/futex.hpp"
#include "base/quiet_thread.hpp"
#include "base/relax.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kRoundsPerClock = 64;  // reading the clock costs as much as several rounds
// An application that calls again within this time works in the library itself: rounds of this thread between its calls would
// make it wait for the lock, and would give work that comes in a row to the GPU piece by piece.
constexpr std::uint64_t kQuietNs = 4'000;
// The driver may hold a call up until there is room on a stream, for which progress may be needed.
constexpr std::uint64_t kAwayNs = 20'000;
constexpr int kRelaxes = 32;  // between reads of the count of calls, each of which costs the application's thread a cache miss
constexpr std::uint64_t kMostQuietNs = 100'000;  // where several threads call all the time

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

// A call changes the word, so a call before the sleep ends it.
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

// Where processors are short the application's thread would lose the time that this one spends polling.
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

// To be woken costs the sleeper far more than polling, and the thread that wakes it too.
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
