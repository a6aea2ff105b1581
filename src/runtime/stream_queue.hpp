// Streams of the application hand operations over to the CPU. An operation begins when its stream comes to it, and a stream, or
// a graph, waits for what the CPU has to finish. docs/design/streams.md says how it works.
//
// An Operation has
//   number     its number on its stream, which the stream writes when it comes to it
//   decide()   called before that, once all in front of it have decided; true when it need know nothing more
//   begin()    called when its stream has come to it, so that its memory may be used; false: it is not its turn, ask again
//   advance()  called after begin(), again and again; true when it is over
//   report()   called for one in a graph that is over, before the stream goes on: it reports a failure
// and a Wait has
//   number     the result of ProgramStream::next_hold()
//   over()     true when all that the stream waits for is over
//   end()      called before the stream goes on
//
// Callers hold the engine's lock unless a comment says otherwise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "accel/program/captured_stream.hpp"
#include "accel/program/program_streams.hpp"
#include "base/log.hpp"
#include "base/status.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::runtime {

// A StreamQueue has the operations and the waits of one stream.
template <typename Operation, typename Wait>
class StreamQueue {
 public:
  using Shared = std::shared_ptr<Operation>;

  explicit StreamQueue(std::unique_ptr<accel::ProgramStream> stream) noexcept : stream_(std::move(stream)) {}

  [[nodiscard]] accel::ProgramStream& stream() noexcept { return *stream_; }
  // A call holds it while it enqueues on the stream. The driver's calls run without the engine's lock, since they may wait for
  // room that only progress makes. A thread takes it without the engine's lock, and asks for that one afterwards.
  [[nodiscard]] std::mutex& turn() noexcept { return turn_; }

  void add(Shared operation) { pending_.push_back(std::move(operation)); }
  void add(Wait wait) { waits_.push_back(std::move(wait)); }
  [[nodiscard]] bool idle() const noexcept { return pending_.empty() && begun_.empty() && waits_.empty(); }
  // Looks at the operations that are under way.
  template <typename Predicate>
  [[nodiscard]] bool any_of(Predicate is) const {
    return std::ranges::any_of(pending_, is) || std::ranges::any_of(begun_, is);
  }
  // Begins and ends operations and releases waits where it can; returns true if anything changed.
  bool step() {
    bool moved = decide_pending();
    moved |= begin_reached();
    moved |= advance_begun();
    return release_waits() || moved;
  }
  bool listed = false;  // StreamProgress looks at it

 private:
  bool decide_pending() {
    const std::size_t before = decided_;
    while (decided_ < pending_.size() && pending_[decided_]->decide()) ++decided_;
    return decided_ != before;
  }
  // An operation that begins may release the lock, and others are added behind it meanwhile; no other thread is here.
  bool begin_reached() {
    bool moved = false;
    while (!pending_.empty() && accel::has_reached(stream_->told(), pending_.front()->number) && pending_.front()->begin()) {
      begun_.push_back(std::move(pending_.front()));
      pending_.pop_front();
      if (decided_ != 0) --decided_;
      moved = true;
    }
    return moved;
  }
  bool advance_begun() {
    return std::erase_if(begun_, [](const Shared& operation) { return operation->advance(); }) != 0;
  }
  // Waits end in the stream's order: the word has one number, and the stream stands at the first wait that is left.
  bool release_waits() {
    bool moved = false;
    for (; !waits_.empty() && waits_.front().over(); moved = true) {
      Wait wait = std::move(waits_.front());
      waits_.pop_front();
      wait.end();
      stream_->release(wait.number);
    }
    return moved;
  }

  std::unique_ptr<accel::ProgramStream> stream_;
  std::mutex turn_;
  std::deque<Shared> pending_;  // in the stream's order
  std::size_t decided_ = 0;     // of them, from the first on
  std::vector<Shared> begun_;
  std::deque<Wait> waits_;
};

// A CapturedCall is one call of a graph, and owns all that the call uses.
template <typename Operation>
class CapturedCall {
 public:
  CapturedCall() = default;
  CapturedCall(const CapturedCall&) = delete;
  CapturedCall& operator=(const CapturedCall&) = delete;
  virtual ~CapturedCall() = default;
  // Makes the operation of one replay. That of the replay before is over.
  [[nodiscard]] virtual std::shared_ptr<Operation> make() = 0;
};

// CapturedCalls are the calls of one stream in one capture. A replay comes to them in their order, so one word shows how far it
// is.
template <typename Operation>
class CapturedCalls {
 public:
  using Shared = std::shared_ptr<Operation>;

  // `queue` identifies the stream; nobody dereferences it.
  CapturedCalls(const void* queue, std::uint64_t capture, std::unique_ptr<accel::CapturedStream> stream) noexcept
      : queue_(queue), capture_(capture), stream_(std::move(stream)) {}

  [[nodiscard]] bool is_of(const void* queue, std::uint64_t capture) const noexcept {
    return queue_ == queue && capture_ == capture;
  }
  [[nodiscard]] accel::CapturedStream& stream() noexcept { return *stream_; }
  // Adds a call behind the others; `call` is its number on the stream.
  void add(std::size_t call, std::unique_ptr<CapturedCall<Operation>> does) { calls_.push_back({call, std::move(does)}); }
  // Tells if no replay is known to be under way.
  [[nodiscard]] bool idle() const noexcept { return !starting_ && active_.empty(); }
  // Looks at the operations that are under way.
  template <typename Predicate>
  [[nodiscard]] bool any_of(Predicate is) const {
    return (starting_ && is(starting_)) ||
           std::ranges::any_of(active_, [&is](const Active& active) { return is(active.operation); });
  }
  // Tells if no replay will come any more.
  [[nodiscard]] bool gone() const noexcept { return idle() && stream_->gone(); }
  // Begins and ends operations where it can; returns true if anything changed.
  bool step() {
    bool moved = false;
    while (begin_next()) moved = true;
    return std::erase_if(active_, [this](const Active& active) { return finish(active); }) != 0 || moved;
  }

 private:
  struct Call {
    std::size_t number = 0;
    std::unique_ptr<CapturedCall<Operation>> does;
  };
  struct Active {
    std::size_t number = 0;
    Shared operation;
  };
  // A call that cannot begin yet holds up those behind it: they keep their order.
  bool begin_next() {
    if (calls_.empty()) return false;
    const std::size_t number = calls_[next_].number;
    if (!starting_) {
      if (!stream_->take_begun(number)) return false;
      starting_ = calls_[next_].does->make();
    }
    if (!starting_->begin()) return false;
    active_.push_back({number, std::exchange(starting_, nullptr)});
    next_ = (next_ + 1) % calls_.size();
    return true;
  }
  bool finish(const Active& active) {
    if (!active.operation->advance()) return false;
    active.operation->report();
    stream_->end(active.number);
    return true;
  }

  const void* queue_;
  std::uint64_t capture_;
  std::unique_ptr<accel::CapturedStream> stream_;
  std::vector<Call> calls_;
  std::size_t next_ = 0;
  Shared starting_;  // of calls_[next_], by a replay that has come there
  std::vector<Active> active_;
};

// StreamProgress drives the operations on streams and in graphs: it makes the engine poll, since streams ring no doorbell.
template <typename Queue, typename Captured>
class StreamProgress : public proto::Progressor {
 public:
  // Both outlive it; it is not freed while active().
  StreamProgress(proto::Engine& engine, Log& log) noexcept : engine_(engine), log_(log) {}
  StreamProgress(const StreamProgress&) = delete;
  StreamProgress& operator=(const StreamProgress&) = delete;

  // The caller has added something to the queue.
  void look_after(std::shared_ptr<Queue> queue) {
    if (!std::exchange(queue->listed, true)) busy_.push_back(std::move(queue));
    poll();
  }
  // It looks after the calls until the graph of the capture is gone.
  void look_after(std::shared_ptr<Captured> captured) {
    captured_.push_back(std::move(captured));
    poll();
  }
  // Returns the calls of the stream in that capture; null: there are none so far.
  [[nodiscard]] std::shared_ptr<Captured> captured_of(const Queue& queue, std::uint64_t capture) const {
    const auto place = std::ranges::find_if(captured_, [&](const auto& each) { return each->is_of(&queue, capture); });
    return place == captured_.end() ? nullptr : *place;
  }
  // Tells if nothing is under way. Graphs may be launched yet.
  [[nodiscard]] bool idle() const noexcept {
    return busy_.empty() && !has_more() && std::ranges::all_of(captured_, [](const auto& each) { return each->idle(); });
  }
  // Tells if the engine polls it.
  [[nodiscard]] bool active() const noexcept { return polling_; }
  // Looks at the queues that have something under way, and at the captures.
  template <typename Predicate>
  [[nodiscard]] bool any_of(Predicate is) const {
    return std::ranges::any_of(busy_, is) || std::ranges::any_of(captured_, is);
  }
  // The application launches no graph any more.
  void forget_graphs() noexcept { captured_.clear(); }

  // If something changed, it lists itself anew, which the engine takes for a movement: it looks again at once.
  bool advance() final {
    bool moved = false;
    for (std::size_t i = 0; i < busy_.size(); ++i) moved |= busy_[i]->step();
    moved |= step_more();
    for (std::size_t i = 0; i < captured_.size(); ++i) moved |= captured_[i]->step();
    std::erase_if(busy_, [](const auto& queue) {
      queue->listed = !queue->idle();
      return !queue->listed;
    });
    std::erase_if(captured_, [](const auto& captured) { return captured->gone(); });
    if (busy_.empty() && captured_.empty() && !has_more()) {
      polling_ = false;
      engine_.progress().end_polling();
      catch_up();
      return false;
    }
    if (moved) engine_.progress().add_progressor(this);
    return !moved;
  }

 protected:
  ~StreamProgress() override = default;
  void poll() {
    if (std::exchange(polling_, true)) return;
    engine_.progress().begin_polling();
    engine_.progress().add_progressor(this);
  }
  // A derived class looks at more with each round; returns true if anything changed.
  virtual bool step_more() { return false; }
  [[nodiscard]] virtual bool has_more() const noexcept { return false; }
  [[nodiscard]] proto::Engine& engine() noexcept { return engine_; }

 private:
  void catch_up() {
    if (Status done = engine_.accel().program_streams().catch_up(); !done.is_ok()) {
      log_.warn("what was put off while streams waited: {}", done.message());
    }
  }

  proto::Engine& engine_;
  Log& log_;
  std::vector<std::shared_ptr<Queue>> busy_;
  std::vector<std::shared_ptr<Captured>> captured_;
  bool polling_ = false;
};

}  // namespace penstock::runtime
