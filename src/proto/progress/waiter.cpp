#include "proto/progress/waiter.hpp"

#include <sched.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/relax.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kEagerRounds = 256;        // made without a pause, which is as long as a small message takes
constexpr unsigned kRoundsPerClock = 32;      // reading the clock costs as much as several rounds
constexpr unsigned kOversubscribedShare = 4;  // with more ranks than CPUs, rounds are few: yield for so many times as long
constexpr std::uint64_t kPollSleepNs = 50'000;
constexpr std::uint64_t kDeviceSleepNs = 20'000;
constexpr std::uint64_t kPatience = 16;                // a round that comes late by this part of the wait is in time
constexpr std::uint64_t kLongestNapNs = 1'000'000;     // while something moves only when polled
constexpr std::uint64_t kLongestSleepNs = 20'000'000;  // a bound on the harm of anything that rings no bell
constexpr std::uint64_t kShortNs = 100'000;            // a thread that sleeps no longer need not be woken to poll

// Returns how long to sleep, after so long a wait, before the next round for work that rings no bell.
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

// A thread that was woken already becomes the poller when it runs.
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

// While polling pays, it gives a moment of the processor to the others, if they share it. Returns false once it pays no more.
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
  // The thread is awake when the device should be done, and asleep while it should not.
  if (now + 2 * kDeviceSleepNs < hints.device_expected) {
    return sleep_as_poller(thread, std::min(hints.device_expected - now - kDeviceSleepNs, kLongestNapNs));
  }
  thread->slept = oversubscribed_ || now >= hints.device_expected;
  if (thread->slept) sleep_as_poller(thread, nap_after(waited, kDeviceSleepNs));
}

// It does not yield with the lock held: other threads of this rank would wait for it meanwhile.
void Waiter::yield_after_empty_poll() const noexcept {
  if (oversubscribed_ && !lock_.enabled()) sched_yield();
}

void Waiter::sleep_while_another_polls(WaitingThread* thread) {
  // A poller that is away in a function of the application is replaced late rather than never.
  if (sleep(thread, kLongestSleepNs) == base::FutexResult::kTimedOut || poller() == nullptr) become_poller(thread);
}

// Tells if the poller leaves while spinning pays: to wake this thread would cost more, to the poller and to this thread's next
// work.
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
    // The message that has come may be for a thread that runs a function of the application: it wants the lock back.
    lock_.give_way();
    return;
  }
  // No transport knows of words in shared memory: a store from now on rings, an earlier one is seen here.
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
  wake_ready();  // one ring wakes one thread, and the stored word may be another thread's
  return why;
}

}  // namespace penstock::proto
