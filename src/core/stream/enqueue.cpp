#include "core/stream/enqueue.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/completion.hpp"
#include "core/p2p/requests.hpp"
#include "core/stream/messages.hpp"
#include "core/stream/operations.hpp"

namespace penstock::core {
namespace {

// A request of something on a stream.
class StreamRequest final : public Work {
 public:
  StreamRequest(std::shared_ptr<StreamQueue> queue, SharedOperation operation) noexcept
      : queue_(std::move(queue)), operation_(std::move(operation)) {}
  StreamRequest(const StreamRequest&) = delete;
  StreamRequest& operator=(const StreamRequest&) = delete;
  ~StreamRequest() override { operation_->host_waits(); }  // a request that is freed ends without a wait
  [[nodiscard]] const std::shared_ptr<StreamQueue>& queue() const noexcept { return queue_; }
  [[nodiscard]] const SharedOperation& operation() const noexcept { return operation_; }

  bool done() override {
    operation_->host_waits();
    return operation_->over();
  }
  Status tell(Outcome* outcome) override {
    *outcome = operation_->outcome();
    return operation_->status().clone();
  }

 private:
  std::shared_ptr<StreamQueue> queue_;
  SharedOperation operation_;
};

// What requests stand for: operations on a stream, or calls of a capture of it.
struct Waited {
  std::shared_ptr<StreamQueue> queue;
  StreamWait wait;
  std::vector<CapturedPart> parts;
};

Status add_request(Work* work, std::size_t i, Waited* out) {
  auto* const enqueued = dynamic_cast<StreamRequest*>(work);
  auto* const captured = dynamic_cast<CapturedRequest*>(work);
  if (enqueued == nullptr && captured == nullptr) {
    return Status::error(Code::kRequest, "request {} is of no operation on a stream; use MPI_Wait", i);
  }
  const std::shared_ptr<StreamQueue>& queue = enqueued != nullptr ? enqueued->queue() : captured->queue();
  if (out->queue && out->queue != queue) {
    return Status::error(Code::kRequest, "request {} is of another stream than those before it", i);
  }
  out->queue = queue;
  if (enqueued != nullptr) out->wait.operations.push_back(enqueued->operation());
  if (captured != nullptr) out->parts.push_back(captured->part());
  return Status::ok();
}

// Null requests are left out.
Status find_operations(Instance& instance, std::span<const MPI_Request> handles, LateStatus statuses, Waited* out) {
  for (std::size_t i = 0; i < handles.size(); ++i) {
    Request* request = nullptr;
    PENSTOCK_TRY(find_request(instance, handles[i], &request));
    if (request == nullptr || !request->active()) continue;
    PENSTOCK_TRY(add_request(request->work(), i, out));
    if (!statuses.ignored()) out->wait.statuses.push_back(statuses[i]);
  }
  return Status::ok();
}

// The stream waits from here on: nobody else will.
Status give_up(Instance& instance, std::span<MPI_Request> handles) {
  for (MPI_Request& handle : handles) {
    Request* request = nullptr;
    PENSTOCK_TRY(find_request(instance, handle, &request));
    if (request != nullptr) PENSTOCK_TRY(free_request(instance, *request));
    handle = MPI_REQUEST_NULL;
  }
  return Status::ok();
}

std::vector<LateStatus> one_status(LateStatus status) {
  return status.ignored() ? std::vector<LateStatus>() : std::vector{status};
}

}  // namespace

StreamTurn::~StreamTurn() = default;

Status StreamTurn::open(Comm& comm) {
  if (!comm.streams) {
    return Status::error(Code::kComm, "the communicator has no stream: make one with MPIX_Stream_comm_create");
  }
  std::shared_ptr<StreamQueue> queue;
  PENSTOCK_TRY(comm.streams->queue(&queue));
  PENSTOCK_TRY(comm.streams->take_failure());
  return open(comm.instance(), std::move(queue));
}

Status StreamTurn::open(Instance& instance, std::shared_ptr<StreamQueue> queue) {
  instance_ = &instance;
  queue_ = std::move(queue);
  const proto::Away away(instance.engine().lock());
  turn_ = std::unique_lock(queue_->turn());
  return queue_->stream().find_capture(&capture_);
}

Status StreamTurn::find_calls(std::shared_ptr<CapturedCalls>* out) {
  *out = streams_of(*instance_)->captured_of(*queue_, capture_);
  if (*out) return Status::ok();
  std::unique_ptr<accel::CapturedStream> stream;
  PENSTOCK_TRY(queue_->stream().open_capture(&stream));
  *out = std::make_shared<CapturedCalls>(queue_.get(), capture_, std::move(stream));
  streams_of(*instance_)->look_after(*out);
  return Status::ok();
}

Status StreamTurn::record(std::unique_ptr<CapturedCall> call, CapturedPart* out) {
  if (!call) return Status::ok();
  PENSTOCK_TRY(find_calls(&out->calls));
  PENSTOCK_TRY(out->calls->stream().add_call(&out->number));
  {
    const proto::Away away(instance_->engine().lock());
    PENSTOCK_TRY(out->calls->stream().tell(out->number));
  }
  out->calls->add(out->number, std::move(call));
  return Status::ok();
}

Status StreamTurn::hold(std::span<const CapturedPart> parts) {
  const proto::Away away(instance_->engine().lock());
  for (const CapturedPart& part : parts) {
    if (part.calls) PENSTOCK_TRY(part.calls->stream().hold(part.number));
  }
  return Status::ok();
}

Status StreamTurn::mark() {
  const proto::Away away(instance_->engine().lock());
  return queue_->stream().tell(&number_);
}

void StreamTurn::add(SharedOperation operation) {
  operation->number = number_;
  queue_->add(std::move(operation));
  streams_of(*instance_)->look_after(queue_);
}

// After a failure the operations go on, and the stream does not wait for them.
Status StreamTurn::wait(std::vector<SharedOperation> operations, std::vector<LateStatus> statuses) {
  StreamWait wait{queue_->stream().next_hold(), nullptr, std::move(operations), std::move(statuses)};
  Status held;
  {
    const proto::Away away(instance_->engine().lock());
    held = queue_->stream().hold(wait.number);
  }
  // Its number is released in its turn all the same; the program hears of the failure now, and of nothing later.
  if (!held.is_ok()) wait.statuses.clear();
  queue_->add(std::move(wait));
  streams_of(*instance_)->look_after(queue_);
  return held;
}

// While it is given waits for other streams it counts as held: what would wait for it is put off until it is known to have
// passed them.
Status StreamTurn::on_device(Comm& comm, Ends ends, DeviceWork work) {
  if (captures()) {
    std::shared_ptr<CapturedCalls> calls;
    PENSTOCK_TRY(find_calls(&calls));
    calls->keep(comm);
    const proto::Away away(instance_->engine().lock());
    return work(queue_->work(), {});
  }
  const std::uint32_t held = queue_->stream().next_hold();
  Tells told[1];
  Status done = by_kernel(std::span(told).first(ends == Ends::kTelling ? 1 : 0),
                          [&](accel::ProgramQueue& queue) { return work(queue, told[0]); });
  if (done.is_ok() && ends == Ends::kSilently) done = mark();
  const auto passed = std::make_shared<StreamHostStep>(comm, nullptr);
  add(passed);
  end_hold(held, passed);
  return done;
}

// Somebody may wait for the numbers of a kernel that there is not.
Status StreamTurn::by_kernel(std::span<Tells> tells, base::FunctionRef<Status(accel::ProgramQueue&)> launch) {
  for (Tells& each : tells) each = queue_->stream().next_tell();
  if (!tells.empty()) number_ = tells.front().number;
  Status launched;
  {
    const proto::Away away(instance_->engine().lock());
    launched = launch(queue_->work());
  }
  if (!launched.is_ok()) static_cast<void>(mark());  // the failure to report is the first
  return launched;
}

void StreamTurn::end_hold(std::uint32_t number, const SharedOperation& operation) {
  queue_->add(StreamWait{number, operation, {}, {}});
  streams_of(*instance_)->look_after(queue_);
}

Status StreamTurn::on_host(Comm& comm, std::function<void()> does) {
  if (captures()) {
    CapturedPart part;
    PENSTOCK_TRY(record(std::make_unique<CapturedHostStep>(comm, std::move(does)), &part));
    return hold({&part, 1});
  }
  PENSTOCK_TRY(mark());
  const auto step = std::make_shared<StreamHostStep>(comm, std::move(does));
  add(step);
  return wait({step}, {});
}

namespace {

Status add_request(const StreamTurn& turn, Comm& comm, SharedOperation operation, MPI_Request* request) {
  return requests_of(comm.instance()).add(request, &comm, std::make_unique<StreamRequest>(turn.queue(), std::move(operation)));
}

// Leaves a matched operation to a request, or lets the stream wait for it.
Status finish(StreamTurn& turn, Comm& comm, const SharedOperation& operation, MPI_Request* request, LateStatus status) {
  turn.add(operation);
  return request == nullptr ? turn.wait({operation}, one_status(status)) : add_request(turn, comm, operation, request);
}

Status check_no_status(LateStatus status) {
  if (status.ignored()) return Status::ok();
  return Status::error(Code::kUnsupported, "a call that is captured into a graph has no status: pass MPI_STATUS_IGNORE");
}

// With nobody there is nothing to capture: null.
template <typename Call>
std::unique_ptr<CapturedCall> call_with(Comm& comm, const Half& half) {
  return half.peer == MPI_PROC_NULL ? nullptr : std::make_unique<Call>(comm, half);
}

// Leaves a captured call to a request, or lets each replay wait for it.
Status capture(StreamTurn& turn, Comm& comm, std::unique_ptr<CapturedCall> call, MPI_Request* request) {
  CapturedPart part;
  PENSTOCK_TRY(turn.record(std::move(call), &part));
  if (request == nullptr) return turn.hold({&part, 1});
  return requests_of(comm.instance()).add(request, &comm, std::make_unique<CapturedRequest>(turn.queue(), std::move(part)));
}

}  // namespace

Status enqueue_send(Comm& comm, const Half& out, MPI_Request* request) {
  PENSTOCK_TRY(check_send(comm, out.peer, out.tag));
  StreamTurn turn;
  PENSTOCK_TRY(turn.open(comm));
  if (turn.captures()) return capture(turn, comm, call_with<CapturedSend>(comm, out), request);
  Status done;
  SharedOperation given;
  if (send_on_device(comm, turn, out, request != nullptr ? &given : nullptr, &done)) {
    return done.is_ok() && given ? add_request(turn, comm, std::move(given), request) : std::move(done);
  }
  PENSTOCK_TRY(turn.mark());
  auto operation = std::make_shared<StreamSend>(comm, out);
  PENSTOCK_TRY(operation->match());
  return finish(turn, comm, operation, request, MPI_STATUS_IGNORE);
}

Status enqueue_recv(Comm& comm, const Half& in, MPI_Request* request, LateStatus status) {
  PENSTOCK_TRY(check_recv(comm, in.peer, in.tag));
  StreamTurn turn;
  PENSTOCK_TRY(turn.open(comm));
  if (turn.captures()) {
    PENSTOCK_TRY(check_no_status(status));
    return capture(turn, comm, call_with<CapturedRecv>(comm, in), request);
  }
  Status done;
  SharedOperation taken;
  if (recv_on_device(comm, turn, in, status, request != nullptr ? &taken : nullptr, &done)) {
    return done.is_ok() && taken ? add_request(turn, comm, std::move(taken), request) : std::move(done);
  }
  PENSTOCK_TRY(turn.mark());
  auto operation = std::make_shared<StreamRecv>(comm, in);
  PENSTOCK_TRY(operation->match());
  return finish(turn, comm, operation, request, status);
}

namespace {

Status capture_sendrecv(StreamTurn& turn, Comm& comm, const Half& out, const Half& in) {
  std::array<CapturedPart, 2> parts;
  PENSTOCK_TRY(turn.record(call_with<CapturedRecv>(comm, in), &parts[0]));
  PENSTOCK_TRY(turn.record(call_with<CapturedSend>(comm, out), &parts[1]));
  return turn.hold(parts);
}

// Each of the two from GPU to GPU, or by the CPU. The stream gives its message away, or tells the CPU that it may be sent,
// before a kernel stays for the other one.
Status sendrecv_in_order(Comm& comm, StreamTurn& turn, const Half& out, const Half& in, LateStatus status) {
  std::vector<SharedOperation> waited;
  std::vector<LateStatus> statuses;
  Status sent;
  Status received;
  if (!send_on_device(comm, turn, out, nullptr, &sent)) {
    PENSTOCK_TRY(turn.mark());
    auto send = std::make_shared<StreamSend>(comm, out);
    PENSTOCK_TRY(send->match());
    turn.add(send);
    waited.push_back(std::move(send));
    if (!status.ignored()) statuses.emplace_back(MPI_STATUS_IGNORE);
  }
  PENSTOCK_TRY(std::move(sent));
  if (!recv_on_device(comm, turn, in, status, nullptr, &received)) {
    if (waited.empty()) PENSTOCK_TRY(turn.mark());
    auto receive = std::make_shared<StreamRecv>(comm, in);
    PENSTOCK_TRY(receive->match());
    turn.add(receive);
    waited.push_back(std::move(receive));
    if (!status.ignored()) statuses.push_back(status);
  }
  PENSTOCK_TRY(std::move(received));
  return waited.empty() ? Status::ok() : turn.wait(std::move(waited), std::move(statuses));
}

}  // namespace

Status enqueue_sendrecv(Comm& comm, const Half& out, const Half& in, LateStatus status) {
  PENSTOCK_TRY(check_send(comm, out.peer, out.tag));
  PENSTOCK_TRY(check_recv(comm, in.peer, in.tag));
  StreamTurn turn;
  PENSTOCK_TRY(turn.open(comm));
  if (turn.captures()) {
    PENSTOCK_TRY(check_no_status(status));
    return capture_sendrecv(turn, comm, out, in);
  }
  return sendrecv_in_order(comm, turn, out, in, status);
}

namespace {

// A replay would wait for what the capture has not begun, or a stream for what only replays begin.
Status check_capture(const StreamTurn& turn, const Waited& waited) {
  if (turn.captures() && !waited.wait.operations.empty()) {
    return Status::error(Code::kRequest, "a request was begun outside of the capture that is to wait for it");
  }
  const bool all = std::ranges::all_of(waited.parts, [&](const CapturedPart& part) { return turn.captures(part); });
  return all ? Status::ok()
             : Status::error(Code::kRequest, "a request is of a call in a capture, and only that can wait for it");
}

// Kernels stay for messages that may lie in boxes; the stream waits for the CPU where it has anything to do.
Status wait_for_all(StreamTurn& turn, StreamWait&& all) {
  std::vector<SharedMessage> taken;
  StreamWait rest;
  for (std::size_t i = 0; i < all.operations.size(); ++i) {
    StreamOperation& operation = *all.operations[i];
    const LateStatus status = all.statuses.empty() ? LateStatus(MPI_STATUS_IGNORE) : all.statuses[i];
    if (operation.passes()) continue;
    if (SharedMessage message = operation.for_kernel(); message && message->take_card(status)) {
      taken.push_back(std::move(message));
      continue;
    }
    operation.host_waits();
    rest.operations.push_back(all.operations[i]);
    if (!all.statuses.empty()) rest.statuses.push_back(status);
  }
  if (!taken.empty()) PENSTOCK_TRY(take_on_device(turn, taken));
  return rest.operations.empty() ? Status::ok() : turn.wait(std::move(rest.operations), std::move(rest.statuses));
}

}  // namespace

Status enqueue_wait(Instance& instance, std::span<MPI_Request> requests, LateStatus statuses) {
  for (std::size_t i = 0; i < requests.size(); ++i) statuses[i].set_empty();
  Waited waited;
  PENSTOCK_TRY(find_operations(instance, requests, statuses, &waited));
  if (!waited.queue) return Status::ok();
  StreamTurn turn;
  PENSTOCK_TRY(turn.open(instance, waited.queue));
  PENSTOCK_TRY(check_capture(turn, waited));
  if (turn.captures()) {
    PENSTOCK_TRY(check_no_status(statuses));
    PENSTOCK_TRY(turn.hold(waited.parts));
  } else {
    PENSTOCK_TRY(wait_for_all(turn, std::move(waited.wait)));
  }
  return give_up(instance, requests);
}

Status mark_collective(Comm& comm, StreamTurn* turn, Comm** on, CallForm* form) {
  *on = turn->captures() ? &comm.streams->captured() : &comm.streams->collectives();
  *form = turn->captures() ? CallForm::kCaptured : CallForm::kEnqueued;
  return turn->captures() ? Status::ok() : turn->mark();
}

Status enqueue_collective(Comm& comm, StreamTurn* turn, Collective&& collective) {
  if (turn->captures()) {
    return capture(*turn, comm, std::make_unique<CapturedCollective>(comm, std::move(collective)), nullptr);
  }
  const auto operation = std::make_shared<StreamCollective>(comm, comm.streams->collectives(), std::move(collective));
  return finish(*turn, comm, operation, nullptr, MPI_STATUS_IGNORE);
}

}  // namespace penstock::core
