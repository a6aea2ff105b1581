#include "proto/progress/waiter.hpp"

#include <sched.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/relax.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kEagerRounds = 256;        // rounds without a pause, which take about as long as a small message
constexpr unsigned kRoundsPerClock = 32;      // reading the clock costs as much as several rounds
constexpr unsigned kOversubscribedShare = 4;  // with more ranks than CPUs, rounds are rare: poll this many times as long
constexpr std::uint64_t kPollSleepNs = 50'000;
constexpr std::uint64_t kDeviceSleepNs = 20'000;
constexpr std::uint64_t kPatience = 16;                // a nap lasts 1/kPatience of the wait so far
constexpr std::uint64_t kLongestNapNs = 1'000'000;     // while some work progresses only when polled
constexpr std::uint64_t kLongestSleepNs = 20'000'000;  // limits the delay of an event that rings no doorbell
constexpr std::uint64_t kShortNs = 100'000;            // a thread that sleeps at most this long need not be woken to poll

// Returns the time to sleep before the next round of polling, for work that does not ring the doorbell. The thread has waited
// for `waited` so far.
std::uint64_t nap_after(std::uint64_t waited, std::uint64_t least) {
  return std::clamp(waited / kPatience, least, kLongestNapNs);
}

}  // namespace

Waiter::Waiter(const Config& config, EngineLock& lock)
    : lock_(lock), spin_ns_(static_cast<std::uint64_t>(config.spin_us) * 1000U) {}

void Waiter::listen(std::vector<transport::Transport*> transports, bool oversubscribed) {
  oversubscribed_ = oversubscribed;
  transports_ = std::move(transports);
  for (transport::Transport* transport : transports_) {
    transport::Doorbell* bell = transport->doorbell();
    if (bell != nullptr && doorbell_ == &own_doorbell_) doorbell_ = bell;
  }
  for (transport::Transport* transport : transports_) transport->ring_at(doorbell_);
}

void Waiter::become_poller(WaitingThread* thread) noexcept {
  poller_.store(thread, std::memory_order_relaxed);
  if (armed_) disarm();
}

void Waiter::enter(WaitingThread* thread) noexcept {
  thread->bit = std::uint32_t{1} << (next_bit_++ % 32);
  become_poller(thread);
}

void Waiter::enter_last(WaitingThread* thread) noexcept {
  thread->bit = std::uint32_t{1} << (next_bit_++ % 32);
}

void Waiter::leave(WaitingThread* thread, const WaitHints& hints) noexcept {
  if (poller() != thread) return;
  poller_.store(nullptr, std::memory_order_relaxed);
  if (sleepers_.empty()) return;
  if (!arm()) return wake_one();
  wake_ready_sleepers();
  wake_one_to_poll(hints);
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

void Waiter::wake_ready_sleepers() noexcept {
  for (WaitingThread& thread : sleepers_) {
    if (thread.woken || !thread.is_ready(thread.condition)) continue;
    thread.woken = true;
    doorbell_->call(thread.bit);
  }
}

// If a sleeper has been woken already, it becomes the poller when it runs, so no other thread is woken.
void Waiter::wake_one() noexcept {
  for (const WaitingThread& thread : sleepers_) {
    if (thread.woken) return;
  }
  sleepers_.front()->woken = true;
  doorbell_->call(sleepers_.front()->bit);
}

void Waiter::moved(WaitingThread* thread) noexcept {
  thread->since = 0;
  thread->rounds = 0;
  thread->slept = false;
}

// Returns true while the thread should poll again, and false once it should sleep. With more ranks than CPUs it yields the CPU.
bool Waiter::keep_polling(WaitingThread* thread) {
  ++thread->rounds;
  if (spin_ns_ == 0 || thread->slept || thread->never_spins) return false;
  if (oversubscribed_) {
    const Unlocked unlocked(lock_);
    sched_yield();
    if (thread->rounds == 1) return true;
  } else {
    if (thread->rounds > kEagerRounds || lock_.enabled()) base::relax();
    lock_.give_way();
    if (thread->rounds % kRoundsPerClock != 0) return true;
  }
  wake_ready();
  const std::uint64_t now = base::now_ns();
  if (thread->since == 0) thread->since = now;
  return now - thread->since < (oversubscribed_ ? kOversubscribedShare * spin_ns_ : spin_ns_);
}

void Waiter::stop_polling(WaitingThread* thread, const WaitHints& hints) {
  const std::uint64_t now = base::now_ns();
  if (thread->since == 0) thread->since = now;
  thread->slept = true;
  const std::uint64_t waited = now - thread->since;
  if (hints.device_expected == 0) {
    return sleep_as_poller(thread, hints.polls ? nap_after(waited, kPollSleepNs) : kLongestSleepNs);
  }
  // The thread sleeps while the device is expected to be busy, and is awake at the expected end.
  if (now + 2 * kDeviceSleepNs < hints.device_expected) {
    return sleep_as_poller(thread, std::min(hints.device_expected - now - kDeviceSleepNs, kLongestNapNs));
  }
  thread->slept = oversubscribed_ || now >= hints.device_expected;
  if (thread->slept) sleep_as_poller(thread, nap_after(waited, kDeviceSleepNs));
}

// If the lock is enabled, the thread holds it here and does not yield, because other threads of this rank would wait for the
// lock.
void Waiter::yield_after_empty_poll() const noexcept {
  if (oversubscribed_ && !lock_.enabled()) sched_yield();
}

void Waiter::sleep_while_another_polls(WaitingThread* thread) {
  // If the poller is busy in a callback of the application, this thread replaces it after the timeout.
  if (sleep(thread, kLongestSleepNs) == base::FutexResult::kTimedOut || poller() == nullptr) become_poller(thread);
}

// Spins for a short time, and returns true if the poller leaves within it. Waking this thread from a sleep would cost more,
// both for the poller and for this thread.
bool Waiter::poller_leaves_soon() const {
  const std::uint64_t end = base::now_ns() + spin_ns_;
  const Unlocked unlocked(lock_);
  for (unsigned round = 1; poller() != nullptr; ++round) {
    base::relax();
    if (round % kRoundsPerClock == 0 && base::now_ns() > end) return false;
  }
  return true;
}

bool Waiter::poll_if_none_does(WaitingThread* thread) {
  if (poller() == thread) return true;
  if (poller() != nullptr && (thread->never_spins || !poller_leaves_soon())) {
    [[maybe_unused]] const base::FutexResult why = sleep(thread, kLongestSleepNs);
  }
  if (poller() != nullptr) return false;
  become_poller(thread);
  return true;
}

void Waiter::sleep_as_poller(WaitingThread* thread, std::uint64_t nanoseconds) {
  if (!arm()) {
    // The message that has arrived may be for a thread that runs a callback of the application, and needs the lock again.
    lock_.give_way();
    return;
  }
  // Transports do not watch words in shared memory. A store after arm() rings the doorbell; this check sees earlier stores.
  if (thread->is_ready(thread->condition)) return disarm();
  wake_ready();
  poller_.store(nullptr, std::memory_order_relaxed);
  const bool short_sleep = nanoseconds <= kShortNs;
  if (short_sleep) ++short_sleepers_;
  [[maybe_unused]] const base::FutexResult why = sleep(thread, nanoseconds);
  if (short_sleep) --short_sleepers_;
  if (poller() == nullptr) become_poller(thread);
}

base::FutexResult Waiter::sleep(WaitingThread* thread, std::uint64_t nanoseconds) {
  const std::uint32_t seen = doorbell_->look();
  const bool rung = armed_ && doorbell_ != &own_doorbell_ && !transport::Doorbell::is_armed(seen);
  if (rung) return base::FutexResult::kWoken;
  thread->woken = false;
  sleepers_.push_back(*thread);
  base::FutexResult why;
  {
    const Unlocked unlocked(lock_);
    why = doorbell_->sleep(seen, nanoseconds, thread->bit);
  }
  base::IntrusiveList<WaitingThread, &WaitingThread::node>::erase(*thread);
  wake_ready();  // one ring wakes one thread, but the stored word may concern another
  return why;
}

}  // namespace penstock::proto
