#include "proto/engine/progress_engine.hpp"

#include <algorithm>
#include <utility>

namespace penstock::proto {

ProgressEngine::ProgressEngine(const Parts& parts)
    : parts_(parts), waiter_(parts.engine.progress.waiter()), progressors_(parts.engine.progress.progressors()) {
  parts.engine.progress.set_target(this);
}

void ProgressEngine::listen() {
  for (const auto& transport : parts_.engine.peers.transports()) {
    if ((transport->capabilities().flags & transport::kCanSend) != 0) receiving_.push_back(transport.get());
  }
  waiter_.listen(receiving_, false);
}

void ProgressEngine::met(bool oversubscribed) {
  for (transport::Transport* transport : receiving_) transport->met(oversubscribed);
  waiter_.listen(receiving_, oversubscribed);
}

transport::ShmBuffers* ProgressEngine::shm_buffers() noexcept {
  for (transport::Transport* transport : receiving_) {
    if (transport::ShmBuffers* shm_buffers = transport->shm_buffers(); shm_buffers != nullptr) return shm_buffers;
  }
  return nullptr;
}

bool ProgressEngine::serves_peers() const noexcept {
  return std::ranges::any_of(
      receiving_, [](const transport::Transport* each) { return (each->capabilities().flags & transport::kServesPeers) != 0; });
}

// The peer arms its doorbell and then reads the word in shared memory; this rank has written the word and then reads the
// doorbell. Because of the memory fence, at least one of them sees the write of the other.
void ProgressEngine::ring(int peer) {
  if (peer == parts_.engine.rank) return parts_.engine.progress.message_started(peer);
  transport::ShmBuffers* const shared = shm_buffers();
  bool near = false;
  if (shared == nullptr || !shared->reaches(peer, &near).is_ok() || !near) return;
  std::atomic<std::uint32_t>* const bell = shared->doorbell(peer);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (bell != nullptr) transport::Doorbell::ring(bell);
}

bool ProgressEngine::receive_arrived() {
  bool moved = false;
  for (transport::Transport* transport : receiving_) {
    int delivered = 0;
    Status status = transport->progress(parts_.dispatcher, &delivered);
    if (!status.is_ok()) parts_.engine.failures.record(std::move(status).within(transport->name()));
    moved |= delivered > 0;
  }
  return moved;
}

bool ProgressEngine::poll() {
  if (round()) return true;
  waiter_.yield_after_empty_poll();
  return false;
}

bool ProgressEngine::round() {
  bool moved = receive_arrived();
  moved |= advance_protocols();
  if (!progressors_.empty()) moved |= progressors_.advance();
  if (moved) waiter_.wake_ready();
  return moved;
}

bool ProgressEngine::advance_protocols() {
  bool moved = !parts_.engine.outbox.empty() && parts_.engine.outbox.flush();
  moved |= parts_.p2p.progress();
  for (Protocol* protocol : parts_.protocols) moved |= protocol->progress();
  if (!moved && parts_.engine.accel.queues().restless()) parts_.engine.accel.queues().tend();
  return moved;
}

bool ProgressEngine::idle() const noexcept {
  return parts_.engine.outbox.empty() && parts_.p2p.idle() &&
         std::ranges::all_of(parts_.protocols, [](const Protocol* each) { return each->idle(); });
}

bool ProgressEngine::protocols_need_polling() const noexcept {
  return !parts_.engine.outbox.empty() || parts_.p2p.needs_polling() ||
         std::ranges::any_of(parts_.protocols, [](const Protocol* each) { return each->needs_polling(); });
}

WaitHints ProgressEngine::hints() noexcept {
  const bool unheard = protocols_need_polling();
  return {progressors_.polling() || unheard, unheard ? parts_.p2p.device_expected_ns() : 0};
}

bool ProgressEngine::settled() {
  return idle() && std::ranges::all_of(receiving_, [](transport::Transport* each) { return each->drained(); });
}

bool ProgressEngine::has_work() const noexcept {
  return parts_.thread.serves() || !progressors_.empty() || parts_.p2p.busy() || !idle();
}

// The destructor hands the polling over to another waiting thread, also if an exception ends the wait.
class ProgressEngine::Entered {
 public:
  Entered(ProgressEngine& engine, WaitingThread& thread) noexcept : engine_(engine), thread_(thread) {
    engine_.parts_.p2p.host_copies().begin_wait();
    engine_.waiter_.enter(&thread_);
  }
  ~Entered() {
    engine_.waiter_.leave(&thread_, {engine_.needs_polling(), 0});
    engine_.parts_.p2p.host_copies().end_wait();
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  ProgressEngine& engine_;
  WaitingThread& thread_;
};

template <typename Ready>
void ProgressEngine::wait_for(const Ready& ready) {
  if (ready()) return;
  WaitingThread thread;
  thread.is_ready = [](const void* condition) { return (*static_cast<const Ready*>(condition))(); };
  thread.condition = &ready;
  const Entered entered(*this, thread);
  do {
    if (waiter_.another_polls(thread)) {
      waiter_.sleep_while_another_polls(&thread);
      continue;
    }
    if (round()) {
      waiter_.moved(&thread);
      parts_.lock.give_way();
      continue;
    }
    // A round that moves no data may still have fulfilled the condition.
    if (ready()) return;
    waiter_.nothing_moved(&thread, [this] { return hints(); });
  } while (!ready());
}

// A waiting application thread makes the rounds of progress itself. The progress thread makes them between the end of one call
// and the beginning of the next.
void ProgressEngine::work(const std::atomic<bool>& stop) {
  WaitingThread thread;
  thread.is_ready = [](const void* stopped) { return static_cast<const std::atomic<bool>*>(stopped)->load(); };
  thread.condition = &stop;
  thread.never_spins = !parts_.thread.has_spare_cpus();
  waiter_.enter_last(&thread);
  const std::uint32_t calls = parts_.lock.calls();
  while (!stop.load(std::memory_order_relaxed) && (thread.never_spins || parts_.lock.calls() == calls)) {
    if (!waiter_.poll_if_none_does(&thread)) {
      if (!has_work()) break;
      continue;
    }
    if (round()) {
      waiter_.moved(&thread);
      parts_.lock.give_way();
      continue;
    }
    if (!has_work()) break;
    waiter_.nothing_moved(&thread, [this] { return hints(); });
  }
  waiter_.leave(&thread, {needs_polling(), 0});
}

// Messages of this rank to itself, and work that progresses only when polled, do not ring the doorbell, so a sleeping thread
// must be woken to poll.
void ProgressEngine::wake_for_work(bool to_itself) {
  waiter_.wake_ready();
  waiter_.wake_one_to_poll({to_itself || needs_polling(), 0});
}

void ProgressEngine::wait_until(const std::function<bool()>& ready) {
  wait_for([&ready] { return ready(); });
}

void ProgressEngine::wait(const Operation& operation) {
  wait_for([&operation] { return operation.done(); });
}

}  // namespace penstock::proto
