// Communication that the program captures into a graph: calls that begin anew at each replay, with the arguments of the
// capture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "accel/captured_stream.hpp"
#include "base/status.hpp"
#include "coll/kept_arguments.hpp"
#include "core/collective.hpp"
#include "core/sendrecv.hpp"
#include "core/stream_operations.hpp"
#include "core/stream_queue.hpp"

namespace penstock::core {

// One call, with all that it uses. Used with the engine's lock held.
class CapturedCall {
 public:
  explicit CapturedCall(Comm& comm) : comm_(Ref<Comm>::share(comm)) {}
  CapturedCall(const CapturedCall&) = delete;
  CapturedCall& operator=(const CapturedCall&) = delete;
  virtual ~CapturedCall() = default;
  [[nodiscard]] Comm& comm() const noexcept { return *comm_; }
  // What one replay does, from its begin() on. The one of the replay before is over.
  [[nodiscard]] virtual SharedOperation make() = 0;

 private:
  Ref<Comm> comm_;
};

class CapturedSend final : public CapturedCall {
 public:
  CapturedSend(Comm& comm, const Half& out) : CapturedCall(comm), half_(out), datatype_(Ref<Datatype>::share(*out.datatype)) {}
  [[nodiscard]] SharedOperation make() override { return std::make_shared<StreamSend>(comm(), half_); }

 private:
  Half half_;
  Ref<Datatype> datatype_;
};

class CapturedRecv final : public CapturedCall {
 public:
  CapturedRecv(Comm& comm, const Half& in) : CapturedCall(comm), half_(in), datatype_(Ref<Datatype>::share(*in.datatype)) {}
  [[nodiscard]] SharedOperation make() override { return std::make_shared<StreamRecv>(comm(), half_); }

 private:
  Half half_;
  Ref<Datatype> datatype_;
};

// Has its number among the collectives of StreamBinding::captured() when a replay comes to it.
class CapturedCollective final : public CapturedCall {
 public:
  // Made with CallForm::kCaptured.
  CapturedCollective(Comm& comm, Collective&& recorded) noexcept : CapturedCall(comm), recorded_(std::move(recorded)) {}
  [[nodiscard]] SharedOperation make() override;

 private:
  Collective recorded_;
};

// Something that the CPU does for the stream, at once.
class CapturedHostStep final : public CapturedCall {
 public:
  CapturedHostStep(Comm& comm, std::function<void()> does) : CapturedCall(comm), does_(std::move(does)) {}
  [[nodiscard]] SharedOperation make() override { return std::make_shared<StreamHostStep>(comm(), does_); }

 private:
  std::function<void()> does_;
};

// What one capture has of one stream. A replay comes to its calls in their order, so one word at a time tells how far it is.
class CapturedCalls {
 public:
  CapturedCalls(const StreamQueue& queue, std::uint64_t capture, std::unique_ptr<accel::CapturedStream> stream) noexcept
      : queue_(&queue), capture_(capture), stream_(std::move(stream)) {}

  [[nodiscard]] bool is_of(const StreamQueue& queue, std::uint64_t capture) const noexcept {
    return queue_ == &queue && capture_ == capture;
  }
  [[nodiscard]] accel::CapturedStream& stream() noexcept { return *stream_; }
  // Behind those that there are; `call` is the stream's number of it.
  void add(std::size_t call, std::unique_ptr<CapturedCall> does) { calls_.push_back({call, std::move(does)}); }
  // What the replays do on the device alone needs it.
  void keep(Comm& comm) { kept_.push_back(Ref<Comm>::share(comm)); }
  // A replay is under way, as far as is known.
  [[nodiscard]] bool idle() const noexcept { return !starting_ && active_.empty(); }
  [[nodiscard]] bool uses(const Comm& comm) const noexcept;
  // No replay will come any more.
  [[nodiscard]] bool gone() const noexcept { return idle() && stream_->gone(); }
  // Begins and ends what it can; true if anything changed.
  bool step();

 private:
  struct Call {
    std::size_t number = 0;
    std::unique_ptr<CapturedCall> does;
  };
  struct Active {
    std::size_t number = 0;
    SharedOperation operation;
  };
  bool begin_next();
  bool finish(const Active& active);

  const StreamQueue* queue_;  // looked at by nobody
  std::uint64_t capture_;
  std::unique_ptr<accel::CapturedStream> stream_;
  std::vector<Call> calls_;
  std::vector<Ref<Comm>> kept_;
  std::size_t next_ = 0;
  SharedOperation starting_;  // of calls_[next_], by a replay that has come there
  std::vector<Active> active_;
};

// A call in a capture, for what comes behind it there; null: of no call.
struct CapturedPart {
  std::shared_ptr<CapturedCalls> calls;
  std::size_t number = 0;
};

// What MPIX_Isend_enqueue and its like give while the stream is captured: only a wait in the same capture takes it.
class CapturedRequest final : public Work {
 public:
  CapturedRequest(std::shared_ptr<StreamQueue> queue, CapturedPart part) noexcept
      : queue_(std::move(queue)), part_(std::move(part)) {}
  [[nodiscard]] const std::shared_ptr<StreamQueue>& queue() const noexcept { return queue_; }
  [[nodiscard]] const CapturedPart& part() const noexcept { return part_; }

  bool done() override { return true; }
  Status tell(Outcome* outcome) override;

 private:
  std::shared_ptr<StreamQueue> queue_;
  CapturedPart part_;
};

}  // namespace penstock::core
