// How the threads of a rank wait: one looks for a while, then all sleep until a message rings or another thread calls them.
//
// One waiting thread at most is on watch: awake, making rounds of progress. Who comes to wait takes the watch over: what it
// waits for is likely to come first. Who lost the watch sleeps; the one on watch calls it when its operation is done. When
// the one on watch leaves or sleeps too, the doorbell is armed: a ring wakes one sleeper, which takes the watch.
//
// No wake-up is lost. All of this is decided with the engine's lock held, and a sleeper names the doorbell's value that it
// saw before it released the lock:
// - A message comes while nobody is on watch: the bell is armed, so it rings. Its sender either sees the armed bit, or
//   published before the bell was armed, which whoever armed it finds by looking afterwards. A ring between arming and
//   sleep leaves a bell that is no longer armed, which the sleeper sees.
// - A peer stores a word that somebody waits for, then rings (Engine::ring()): whoever armed the bell has looked at the word
//   afterwards. The one who is woken, and the one on watch now and then, calls those whose condition holds.
// - A thread ends another's operation: progress() and stir() call those whose condition holds. A call changes the bell's
//   value, so one that was about to sleep does not.
// - A thread starts work that nothing rings for (tend()): it calls a sleeper, unless one looks again soon anyway.
// - Who was woken takes the watch if nobody has it, whatever woke it, and so passes it on when it leaves.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/config.hpp"
#include "base/intrusive_list.hpp"
#include "proto/engine/lock.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

// What could end the wait besides a message.
struct WaitHints {
  bool polls = false;                 // something moves only when looked at: sleep in short pieces
  std::uint64_t device_expected = 0;  // device work should be over then (0: none outstanding)
};

// One wait of one thread, on its stack.
struct Vigil {
  bool (*holds)(const void* condition) = nullptr;  // by any thread, with the lock held
  const void* condition = nullptr;
  std::uint32_t bit = 0;  // of the doorbell
  bool called = false;    // while asleep: it has been woken
  base::ListNode node;
  std::uint64_t since = 0;  // the last time something moved; 0: not looked at the clock yet
  unsigned rounds = 0;      // without anything moving
  bool slept = false;       // it has looked long enough
  bool sleepy = false;      // it never looks longer: the processor is another's
};

// Every verb is called with the engine's lock held; those that sleep release it meanwhile.
class Waiter {
 public:
  Waiter(const Config& config, EngineLock& lock);

  // The transports that messages come through. Arrivals ring the first doorbell among them.
  // `crowded`: Engine::crowded().
  void listen(std::vector<transport::Transport*> transports, bool crowded);
  [[nodiscard]] bool crowded() const noexcept { return crowded_; }
  // What a thread that is not the engine's rings (Doorbell::ring) when a condition has come to hold.
  [[nodiscard]] std::atomic<std::uint32_t>* bell() const noexcept { return doorbell_->word(); }

  // A thread begins to wait, and ends.
  void enter(Vigil* vigil) noexcept;
  // The same of one that takes the watch only while nobody else has it.
  void enter_behind(Vigil* vigil) noexcept;
  void leave(Vigil* vigil, const WaitHints& hints) noexcept;
  // Another thread has taken the watch over.
  [[nodiscard]] bool relieved(const Vigil& vigil) const noexcept {
    const Vigil* watch = watching();
    return watch != nullptr && watch != &vigil;
  }
  // Sleeps until it is called; the watch is another's.
  void stand_by(Vigil* vigil);
  // Of one that entered behind the others: true if the watch is its own, or nobody's, which it then is; otherwise false, after
  // a look for as long as waiting calls look, or a sleep.
  [[nodiscard]] bool stand_behind(Vigil* vigil);
  // Something moved: looking is worth while again.
  void moved(Vigil* vigil) noexcept;
  // Nothing moved in a round: returns at once, or after a sleep that a message ends. `hints()` gives the WaitHints; it is asked
  // in front of a sleep alone, since most rounds of a wait end with another look.
  template <typename Hints>
  void nothing_moved(Vigil* vigil, const Hints& hints) {
    if (!keep_looking(vigil)) stop_looking(vigil, hints());
  }

  // Nothing moved in a round that a thread made without waiting: it will look again, and others need the processor for it to
  // find something.
  void nothing_found() const noexcept;

  // Calls the sleepers whose condition holds by now.
  void stir() noexcept {
    if (!sleepers_.empty()) call_ready();
  }
  // What the calling thread left behind is looked after.
  void tend(const WaitHints& hints) noexcept {
    if (watching() == nullptr && hints.polls && !sleepers_.empty() && short_sleepers_ == 0) call_one();
  }
  [[nodiscard]] bool anybody_sleeps() const noexcept { return !sleepers_.empty(); }

 private:
  [[nodiscard]] const Vigil* watching() const noexcept { return watch_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool leaves_soon() const;
  [[nodiscard]] bool keep_looking(Vigil* vigil);
  void stop_looking(Vigil* vigil, const WaitHints& hints);
  void take_watch(Vigil* vigil) noexcept;
  [[nodiscard]] bool arm() noexcept;
  void disarm() noexcept;
  void call_ready() noexcept;
  void call_one() noexcept;
  void keep_watch_asleep(Vigil* vigil, std::uint64_t nanoseconds);
  [[nodiscard]] base::FutexResult sleep(Vigil* vigil, std::uint64_t nanoseconds);

  EngineLock& lock_;
  std::uint64_t spin_ns_;
  bool crowded_ = false;
  std::vector<transport::Transport*> transports_;
  std::atomic<std::uint32_t> own_word_{0};
  transport::Doorbell own_doorbell_{&own_word_};
  transport::Doorbell* doorbell_ = &own_doorbell_;
  std::atomic<Vigil*> watch_{nullptr};  // changes under the lock
  bool armed_ = false;
  base::IntrusiveList<Vigil, &Vigil::node> sleepers_;
  int short_sleepers_ = 0;  // of these, those that wake soon to look
  unsigned next_bit_ = 0;
};

}  // namespace penstock::proto
