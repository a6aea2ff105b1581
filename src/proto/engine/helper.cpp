#include "proto/engine/helper.hpp"

#include <mutex>

#include "base/clock.hpp"
#include "base/futex.hpp"
#include "base/quiet_thread.hpp"
#include "base/relax.hpp"
#include "proto/engine/engine_impl.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kRoundsPerClock = 64;  // a look at the clock costs as much as several rounds

}  // namespace

Status Helper::create(EngineImpl& engine, std::uint64_t spin_ns, std::unique_ptr<Helper>* out) {
  std::unique_ptr<Helper> made(new Helper(engine, spin_ns));
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
  const std::lock_guard guard(engine_.lock());
  engine_.lock().set_successor(this);
  return Status::ok();
}

Helper::~Helper() {
  if (!running_) return;
  {
    const std::lock_guard guard(engine_.lock());
    engine_.lock().set_successor(nullptr);
    stop_.store(true, std::memory_order_relaxed);
    engine_.stir();
  }
  call();
  pthread_join(thread_, nullptr);
}

void Helper::run() {
  const std::lock_guard guard(engine_.lock());
  while (!stop_.load(std::memory_order_relaxed)) {
    if (engine_.busy()) {
      engine_.attend(stop_);
    } else {
      sleep();
    }
  }
}

// A call changes the word, so one that comes before the sleep ends it.
void Helper::sleep() {
  const std::uint32_t seen = calls_.load(std::memory_order_relaxed);
  asleep_ = true;
  {
    const Unlocked unlocked(engine_.lock());
    if (!called_soon(seen)) {
      deep_.store(true, std::memory_order_seq_cst);
      base::futex_wait(&calls_, seen, 0);
      deep_.store(false, std::memory_order_relaxed);
    }
  }
  asleep_ = false;
}

// To be woken costs the sleeper far more than a look, and the one who calls too.
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
  if (!asleep_ || !engine_.busy()) return false;
  asleep_ = false;
  return true;
}

void Helper::call() noexcept {
  calls_.fetch_add(1, std::memory_order_seq_cst);
  if (deep_.load(std::memory_order_seq_cst)) base::futex_wake(&calls_, 1);
}

}  // namespace penstock::proto
