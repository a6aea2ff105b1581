// Decides how the threads of a rank wait: one polls for a while, then all sleep until a message rings or another thread wakes
// them.
//
// At most one waiting thread is the poller: it is awake and makes rounds of progress. A thread that begins to wait becomes the
// poller, because its message is likely to come first. A thread that is the poller no longer sleeps; the poller wakes it when
// its operation is done. When the poller leaves or sleeps too, the doorbell is armed: a ring wakes one sleeper, which becomes
// the poller.
//
// No wake-up is lost. All of this is decided with the engine's lock held, and a sleeper passes the doorbell's value that it saw
// before it released the lock:
// - A message comes while there is no poller: the bell is armed, so it rings. Its sender either sees the armed bit, or
// published
//   before the bell was armed, and then the thread that armed it finds the message afterwards. A ring between arming and sleep
//   leaves a bell that is no longer armed, which the sleeper sees.
// - A peer stores a word that a thread waits for, then rings (Progress::ring()): the thread that armed the bell has read the
// word
//   afterwards. The thread that is woken, and the poller now and then, wakes those whose condition holds.
// - A thread ends another's operation: poll() and wake_ready() wake those whose condition holds. That changes the bell's value,
//   so a thread that was about to sleep does not.
// - A thread starts work that nothing rings for: wake_one_to_poll() wakes a sleeper, unless one wakes soon anyway.
// - A thread that was woken becomes the poller if there is none, whatever woke it, and so passes that duty on when it leaves.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/config.hpp"
#include "base/intrusive_list.hpp"
#include "proto/progress/lock.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

// Tells which events, besides a message, could end the wait.
struct WaitHints {
  bool polls = false;                 // something moves only when polled: sleep in short pieces
  std::uint64_t device_expected = 0;  // device work should be over then (0: none outstanding)
};

// One wait of one thread, on its stack.
struct WaitingThread {
  bool (*is_ready)(const void* condition) = nullptr;  // called by any thread, with the lock held
  const void* condition = nullptr;
  std::uint32_t bit = 0;  // of the doorbell
  bool woken = false;     // while asleep: it has been woken
  base::ListNode node;
  std::uint64_t since = 0;   // the last time something moved; 0: the clock was not read yet
  unsigned rounds = 0;       // without anything moving
  bool slept = false;        // it has polled long enough
  bool never_spins = false;  // it sleeps after one round: the processor is another's
};

// All of it is called with the engine's lock held; the functions that sleep release it meanwhile.
class Waiter {
 public:
  Waiter(const Config& config, EngineLock& lock);

  // Sets the transports that deliver messages. Arrivals ring the first doorbell among them. `oversubscribed`:
  // Membership::oversubscribed().
  void listen(std::vector<transport::Transport*> transports, bool oversubscribed);
  // Returns the word that a thread of another layer rings (Doorbell::ring) when a condition has come to hold.
  [[nodiscard]] std::atomic<std::uint32_t>* bell() const noexcept { return doorbell_->word(); }

  // A thread begins to wait, and becomes the poller.
  void enter(WaitingThread* thread) noexcept;
  // A thread begins to wait, and becomes the poller only while there is no other.
  void enter_last(WaitingThread* thread) noexcept;
  // A thread ends its wait.
  void leave(WaitingThread* thread, const WaitHints& hints) noexcept;
  // Tells if another thread is the poller.
  [[nodiscard]] bool another_polls(const WaitingThread& thread) const noexcept {
    const WaitingThread* const other = poller();
    return other != nullptr && other != &thread;
  }
  // Sleeps until the thread is woken.
  void sleep_while_another_polls(WaitingThread* thread);
  // Returns true if a thread that has called enter_last() is the poller, or has become it because there was none. Otherwise
  // returns false, after it has spun for as long as waiting calls poll, or has slept.
  [[nodiscard]] bool poll_if_none_does(WaitingThread* thread);
  // Something moved: polling is worth while again.
  void moved(WaitingThread* thread) noexcept;
  // Nothing moved in a round: returns immediately, or after a sleep that a message ends. `hints()` returns the WaitHints; it is
  // called only before a sleep, since most rounds of a wait are followed by another.
  template <typename Hints>
  void nothing_moved(WaitingThread* thread, const Hints& hints) {
    if (!keep_polling(thread)) stop_polling(thread, hints());
  }

  // Nothing moved in a round that a thread made without waiting: it will poll again, and others need the processor to send it
  // something.
  void yield_after_empty_poll() const noexcept;

  // Wakes the sleepers whose condition holds by now.
  void wake_ready() noexcept {
    if (!sleepers_.empty()) wake_ready_sleepers();
  }
  // Wakes a sleeper for work that the calling thread leaves and that needs polling, unless a thread polls or wakes soon.
  void wake_one_to_poll(const WaitHints& hints) noexcept {
    if (poller() == nullptr && hints.polls && !sleepers_.empty() && short_sleepers_ == 0) wake_one();
  }
  [[nodiscard]] bool anybody_sleeps() const noexcept { return !sleepers_.empty(); }

 private:
  [[nodiscard]] const WaitingThread* poller() const noexcept { return poller_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool poller_leaves_soon() const;
  [[nodiscard]] bool keep_polling(WaitingThread* thread);
  void stop_polling(WaitingThread* thread, const WaitHints& hints);
  void become_poller(WaitingThread* thread) noexcept;
  [[nodiscard]] bool arm() noexcept;
  void disarm() noexcept;
  void wake_ready_sleepers() noexcept;
  void wake_one() noexcept;
  void sleep_as_poller(WaitingThread* thread, std::uint64_t nanoseconds);
  [[nodiscard]] base::FutexResult sleep(WaitingThread* thread, std::uint64_t nanoseconds);

  EngineLock& lock_;
  std::uint64_t spin_ns_;
  bool oversubscribed_ = false;
  std::vector<transport::Transport*> transports_;
  std::atomic<std::uint32_t> own_word_{0};
  transport::Doorbell own_doorbell_{&own_word_};
  transport::Doorbell* doorbell_ = &own_doorbell_;
  std::atomic<WaitingThread*> poller_{nullptr};  // changes under the lock
  bool armed_ = false;
  base::IntrusiveList<WaitingThread, &WaitingThread::node> sleepers_;
  int short_sleepers_ = 0;  // of these, those that wake soon to poll
  unsigned next_bit_ = 0;
};

}  // namespace penstock::proto
