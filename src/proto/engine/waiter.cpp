#include "proto/engine/waiter.hpp"

#include <sched.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/relax.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kEagerRounds = 256;    // made without a pause, which is as long as a small message takes
constexpr unsigned kRoundsPerClock = 32;  // a look at the clock costs as much as several rounds
constexpr unsigned kCrowdedShare = 4;     // with more ranks than CPUs, looks are few: give way for so many times as long
constexpr std::uint64_t kPollSleepNs = 50'000;
constexpr std::uint64_t kDeviceSleepNs = 20'000;
constexpr std::uint64_t kPatience = 16;                // a look that comes late by this part of the wait is in time
constexpr std::uint64_t kLongestNapNs = 1'000'000;     // while something moves only when looked at
constexpr std::uint64_t kLongestSleepNs = 20'000'000;  // a bound on the harm of anything that rings no bell
constexpr std::uint64_t kShortNs = 100'000;            // who sleeps no longer need not be called to look

// How long to sleep before the next look at what rings no bell, after so long a wait.
std::uint64_t nap_after(std::uint64_t waited, std::uint64_t least) {
  return std::clamp(waited / kPatience, least, kLongestNapNs);
}

}  // namespace

Waiter::Waiter(const Config& config, EngineLock& lock)
    : lock_(lock), spin_ns_(static_cast<std::uint64_t>(config.spin_us) * 1000U) {}

void Waiter::listen(std::vector<transport::Transport*> transports, bool crowded) {
  crowded_ = crowded;
  transports_ = std::move(transports);
  for (transport::Transport* transport : transports_) {
    transport::Doorbell* bell = transport->doorbell();
    if (bell != nullptr && doorbell_ == &own_doorbell_) doorbell_ = bell;
  }
  for (transport::Transport* transport : transports_) transport->ring_at(doorbell_);
}

void Waiter::take_watch(Vigil* vigil) noexcept {
  watch_.store(vigil, std::memory_order_relaxed);
  if (armed_) disarm();
}

void Waiter::enter(Vigil* vigil) noexcept {
  vigil->bit = std::uint32_t{1} << (next_bit_++ % 32);
  take_watch(vigil);
}

void Waiter::enter_behind(Vigil* vigil) noexcept {
  vigil->bit = std::uint32_t{1} << (next_bit_++ % 32);
}

void Waiter::leave(Vigil* vigil, const WaitHints& hints) noexcept {
  if (watching() != vigil) return;
  watch_.store(nullptr, std::memory_order_relaxed);
  if (sleepers_.empty()) return;
  if (!arm()) return call_one();
  call_ready();
  tend(hints);
}

bool Waiter::arm() noexcept {
  armed_ = true;
  const bool quiet = std::all_of(transports_.begin(), transports_.end(), [](auto* transport) { return transport->arm(); });
  if (!quiet) disarm();
  return quiet;
}

void Waiter::disarm() noexcept {
  armed_ = false;
  for (transport::Transport* transport : transports_) transport->disarm();
}

void Waiter::call_ready() noexcept {
  for (Vigil& vigil : sleepers_) {
    if (vigil.called || !vigil.holds(vigil.condition)) continue;
    vigil.called = true;
    doorbell_->call(vigil.bit);
  }
}

// One that was called already takes the watch when it comes.
void Waiter::call_one() noexcept {
  for (const Vigil& vigil : sleepers_) {
    if (vigil.called) return;
  }
  sleepers_.front()->called = true;
  doorbell_->call(sleepers_.front()->bit);
}

void Waiter::moved(Vigil* vigil) noexcept {
  vigil->since = 0;
  vigil->rounds = 0;
  vigil->slept = false;
}

// While looking pays: a moment of the processor, for the others if it is theirs too. False once it pays no more.
bool Waiter::keep_looking(Vigil* vigil) {
  ++vigil->rounds;
  if (spin_ns_ == 0 || vigil->slept || vigil->sleepy) return false;
  if (crowded_) {
    const Unlocked unlocked(lock_);
    sched_yield();
    if (vigil->rounds == 1) return true;
  } else {
    if (vigil->rounds > kEagerRounds || lock_.enabled()) base::relax();
    lock_.give_way();
    if (vigil->rounds % kRoundsPerClock != 0) return true;
  }
  stir();
  const std::uint64_t now = base::now_ns();
  if (vigil->since == 0) vigil->since = now;
  return now - vigil->since < (crowded_ ? kCrowdedShare * spin_ns_ : spin_ns_);
}

void Waiter::stop_looking(Vigil* vigil, const WaitHints& hints) {
  const std::uint64_t now = base::now_ns();
  if (vigil->since == 0) vigil->since = now;
  vigil->slept = true;
  const std::uint64_t waited = now - vigil->since;
  if (hints.device_expected == 0) {
    return keep_watch_asleep(vigil, hints.polls ? nap_after(waited, kPollSleepNs) : kLongestSleepNs);
  }
  // Awake when the device should be done, asleep while it should not.
  if (now + 2 * kDeviceSleepNs < hints.device_expected) {
    return keep_watch_asleep(vigil, std::min(hints.device_expected - now - kDeviceSleepNs, kLongestNapNs));
  }
  vigil->slept = crowded_ || now >= hints.device_expected;
  if (vigil->slept) keep_watch_asleep(vigil, nap_after(waited, kDeviceSleepNs));
}

// Not with the lock held: other threads of this rank would wait for it meanwhile.
void Waiter::nothing_found() const noexcept {
  if (crowded_ && !lock_.enabled()) sched_yield();
}

void Waiter::stand_by(Vigil* vigil) {
  // Late rather than never: one on watch that is away in a function of the program is relieved in the end.
  if (sleep(vigil, kLongestSleepNs) == base::FutexResult::kTimedOut || watching() == nullptr) take_watch(vigil);
}

// Whether the one on watch leaves while looking pays: to be woken would cost it more, and this thread's next work too.
bool Waiter::leaves_soon() const {
  const std::uint64_t end = base::now_ns() + spin_ns_;
  const Unlocked unlocked(lock_);
  for (unsigned round = 1; watching() != nullptr; ++round) {
    base::relax();
    if (round % kRoundsPerClock == 0 && base::now_ns() > end) return false;
  }
  return true;
}

bool Waiter::stand_behind(Vigil* vigil) {
  if (watching() == vigil) return true;
  if (watching() != nullptr && (vigil->sleepy || !leaves_soon())) {
    [[maybe_unused]] const base::FutexResult why = sleep(vigil, kLongestSleepNs);
  }
  if (watching() != nullptr) return false;
  take_watch(vigil);
  return true;
}

void Waiter::keep_watch_asleep(Vigil* vigil, std::uint64_t nanoseconds) {
  if (!arm()) {
    // What has come may be that of work which another thread holds, in a function of the program: it wants the lock back.
    lock_.give_way();
    return;
  }
  // Of words in shared memory no transport knows: a store from now on rings, one that came before is seen here.
  if (vigil->holds(vigil->condition)) return disarm();
  stir();
  watch_.store(nullptr, std::memory_order_relaxed);
  const bool short_sleep = nanoseconds <= kShortNs;
  if (short_sleep) ++short_sleepers_;
  [[maybe_unused]] const base::FutexResult why = sleep(vigil, nanoseconds);
  if (short_sleep) --short_sleepers_;
  if (watching() == nullptr) take_watch(vigil);
}

base::FutexResult Waiter::sleep(Vigil* vigil, std::uint64_t nanoseconds) {
  const std::uint32_t seen = doorbell_->look();
  const bool rung = armed_ && doorbell_ != &own_doorbell_ && !transport::Doorbell::is_armed(seen);
  if (rung) return base::FutexResult::kWoken;
  vigil->called = false;
  sleepers_.push_back(*vigil);
  base::FutexResult why;
  {
    const Unlocked unlocked(lock_);
    why = doorbell_->sleep(seen, nanoseconds, vigil->bit);
  }
  base::IntrusiveList<Vigil, &Vigil::node>::erase(*vigil);
  stir();  // one ring wakes one thread, which may be another than that whose word was stored
  return why;
}

}  // namespace penstock::proto
