// Rounds of progress, and waiting with progress.
#include <algorithm>

#include "proto/engine/engine_impl.hpp"

namespace penstock::proto {

// Takes what has arrived. Calls no function of the program.
bool EngineImpl::look_in() {
  bool moved = false;
  for (transport::Transport* transport : receiving_) {
    int delivered = 0;
    Status status = transport->progress(dispatcher_, &delivered);
    if (!status.is_ok()) failures_.record(std::move(status).within(transport->name()));
    moved |= delivered > 0;
  }
  return moved;
}

bool EngineImpl::progress() {
  if (round()) return true;
  waiter_.nothing_found();
  return false;
}

bool EngineImpl::round() {
  bool moved = look_in();
  moved |= advance_protocols();
  if (!progressors_.empty()) moved |= progressors_.advance();
  if (moved) waiter_.stir();
  return moved;
}

bool EngineImpl::advance_protocols() {
  bool moved = !outbox_.empty() && outbox_.flush();
  moved |= p2p_.progress();
  for (Protocol* protocol : protocols_) moved |= protocol->progress();
  if (!moved && parts_.accel.queues().restless()) parts_.accel.queues().tend();
  return moved;
}

bool EngineImpl::idle() const noexcept {
  return outbox_.empty() && p2p_.idle() && std::ranges::all_of(protocols_, [](const Protocol* each) { return each->idle(); });
}

bool EngineImpl::moves_unheard() const noexcept {
  return !outbox_.empty() || p2p_.needs_polling() ||
         std::ranges::any_of(protocols_, [](const Protocol* each) { return each->needs_polling(); });
}

WaitHints EngineImpl::hints() noexcept {
  const bool unheard = moves_unheard();
  return {progressors_.polling() || unheard, unheard ? p2p_.device_expected_ns() : 0};
}

namespace {

// Leaves the watch to others whatever ends a wait.
class Entered {
 public:
  Entered(Waiter& waiter, EngineImpl& engine, Vigil& vigil) noexcept : waiter_(waiter), engine_(engine), vigil_(vigil) {
    engine_.host_copies().begin_wait();
    waiter_.enter(&vigil_);
  }
  ~Entered() {
    waiter_.leave(&vigil_, {engine_.needs_polling(), 0});
    engine_.host_copies().end_wait();
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  Waiter& waiter_;
  EngineImpl& engine_;
  Vigil& vigil_;
};

}  // namespace

template <typename Ready>
void EngineImpl::wait_for(const Ready& ready) {
  if (ready()) return;
  Vigil vigil;
  vigil.holds = [](const void* condition) { return (*static_cast<const Ready*>(condition))(); };
  vigil.condition = &ready;
  const Entered entered(waiter_, *this, vigil);
  do {
    if (waiter_.relieved(vigil)) {
      waiter_.stand_by(&vigil);
      continue;
    }
    if (round()) {
      waiter_.moved(&vigil);
      lock().give_way();
      continue;
    }
    // A round that moves nothing may still have ended what is waited for.
    if (ready()) return;
    waiter_.nothing_moved(&vigil, [this] { return hints(); });
  } while (!ready());
}

// A thread of the program that waits makes the rounds itself; what it leaves behind is this one's, until the program calls
// again.
void EngineImpl::attend(const std::atomic<bool>& stop) {
  Vigil vigil;
  vigil.holds = [](const void* stopped) { return static_cast<const std::atomic<bool>*>(stopped)->load(); };
  vigil.condition = &stop;
  vigil.sleepy = !helping_.has_spare_cpus();
  waiter_.enter_behind(&vigil);
  const std::uint32_t calls = lock().calls();
  while (!stop.load(std::memory_order_relaxed) && (vigil.sleepy || lock().calls() == calls)) {
    if (!waiter_.stand_behind(&vigil)) {
      if (!busy()) break;
      continue;
    }
    if (round()) {
      waiter_.moved(&vigil);
      lock().give_way();
      continue;
    }
    if (!busy()) break;
    waiter_.nothing_moved(&vigil, [this] { return hints(); });
  }
  waiter_.leave(&vigil, {needs_polling(), 0});
}

// Something that this rank's threads cannot hear of by a ring: messages to itself, work that moves only when looked at.
void EngineImpl::tend(bool to_itself) {
  waiter_.stir();
  waiter_.tend({to_itself || needs_polling(), 0});
}

void EngineImpl::wait_until(const std::function<bool()>& ready) {
  wait_for([&ready] { return ready(); });
}

void EngineImpl::wait(const Operation& operation) {
  wait_for([&operation] { return operation.done(); });
}

}  // namespace penstock::proto
