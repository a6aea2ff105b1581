// Communication that the program captures into a graph: calls that begin anew at each replay, with the arguments of the
// capture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "accel/program/captured_stream.hpp"
#include "base/status.hpp"
#include "coll/kept_arguments.hpp"
#include "core/collective/collective.hpp"
#include "core/p2p/sendrecv.hpp"
#include "core/stream/operations.hpp"
#include "core/stream/queue.hpp"

namespace penstock::core {

class CapturedCall : public runtime::CapturedCall<StreamOperation> {
 public:
  explicit CapturedCall(Comm& comm) : comm_(Ref<Comm>::share(comm)) {}
  [[nodiscard]] Comm& comm() const noexcept { return *comm_; }

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

class CapturedCalls final : public runtime::CapturedCalls<StreamOperation> {
 public:
  using runtime::CapturedCalls<StreamOperation>::CapturedCalls;

  // What the replays do on the device alone needs it.
  void keep(Comm& comm) { kept_.push_back(Ref<Comm>::share(comm)); }
  [[nodiscard]] bool uses(const Comm& comm) const noexcept;

 private:
  std::vector<Ref<Comm>> kept_;
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
