#include "core/enqueue.hpp"

#include <utility>

#include "core/completion.hpp"
#include "core/process.hpp"
#include "core/stream_operations.hpp"

namespace penstock::core {
namespace {

// A request of something on a stream.
class StreamRequest final : public Work {
 public:
  StreamRequest(std::shared_ptr<StreamQueue> queue, SharedOperation operation) noexcept
      : queue_(std::move(queue)), operation_(std::move(operation)) {}
  [[nodiscard]] const std::shared_ptr<StreamQueue>& queue() const noexcept { return queue_; }
  [[nodiscard]] const SharedOperation& operation() const noexcept { return operation_; }

  bool done() override { return operation_->over(); }
  Status tell(Outcome* outcome) override {
    *outcome = operation_->outcome();
    return operation_->status().clone();
  }

 private:
  std::shared_ptr<StreamQueue> queue_;
  SharedOperation operation_;
};

// What the requests stand for; null ones are left out.
Status find_operations(Process& process, std::span<const MPI_Request> handles, MPI_Status* statuses,
                       std::shared_ptr<StreamQueue>* queue, StreamWait* out) {
  for (std::size_t i = 0; i < handles.size(); ++i) {
    Request* request = nullptr;
    PENSTOCK_TRY(find_request(process, handles[i], &request));
    if (request == nullptr || !request->active()) continue;
    auto* const work = dynamic_cast<StreamRequest*>(request->work());
    if (work == nullptr) return Status::error(Code::kRequest, "request {} is of no operation on a stream; use MPI_Wait", i);
    if (*queue && *queue != work->queue()) {
      return Status::error(Code::kRequest, "request {} is of another stream than those before it", i);
    }
    *queue = work->queue();
    out->operations.push_back(work->operation());
    if (statuses != MPI_STATUSES_IGNORE) out->statuses.push_back(&statuses[i]);
  }
  return Status::ok();
}

// The stream waits from here on: nobody else will.
Status give_up(Process& process, std::span<MPI_Request> handles) {
  for (MPI_Request& handle : handles) {
    Request* request = nullptr;
    PENSTOCK_TRY(find_request(process, handle, &request));
    if (request != nullptr) PENSTOCK_TRY(free_request(process, *request));
    handle = MPI_REQUEST_NULL;
  }
  return Status::ok();
}

std::vector<MPI_Status*> one_status(MPI_Status* status) {
  return status == MPI_STATUS_IGNORE ? std::vector<MPI_Status*>() : std::vector{status};
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
  return open(comm.process(), std::move(queue));
}

Status StreamTurn::open(Process& process, std::shared_ptr<StreamQueue> queue) {
  process_ = &process;
  queue_ = std::move(queue);
  const proto::Unlocked unlocked(process.engine().lock());
  turn_ = std::unique_lock(queue_->turn());
  return queue_->stream().check_not_capturing();
}

Status StreamTurn::mark() {
  const proto::Unlocked unlocked(process_->engine().lock());
  return queue_->stream().tell(&number_);
}

void StreamTurn::add(SharedOperation operation) {
  operation->number = number_;
  queue_->add(std::move(operation));
  process_->streams->look_after(queue_);
}

// After a failure the operations go on, and the stream does not wait for them.
Status StreamTurn::wait(std::vector<SharedOperation> operations, std::vector<MPI_Status*> statuses) {
  StreamWait wait{queue_->stream().next_hold(), std::move(operations), std::move(statuses)};
  Status held;
  {
    const proto::Unlocked unlocked(process_->engine().lock());
    held = queue_->stream().hold(wait.number);
  }
  // Its number is released in its turn all the same; the program hears of the failure now, and of nothing later.
  if (!held.is_ok()) wait.statuses.clear();
  queue_->add(std::move(wait));
  process_->streams->look_after(queue_);
  return held;
}

namespace {

// Leaves a matched operation to a request, or lets the stream wait for it.
Status finish(StreamTurn& turn, Comm& comm, const SharedOperation& operation, MPI_Request* request, MPI_Status* status) {
  turn.add(operation);
  if (request == nullptr) return turn.wait({operation}, one_status(status));
  std::shared_ptr<StreamQueue> queue;
  PENSTOCK_TRY(comm.streams->queue(&queue));
  return comm.process().add_request(request, &comm, std::make_unique<StreamRequest>(std::move(queue), operation));
}

}  // namespace

Status enqueue_send(Comm& comm, const Half& out, MPI_Request* request) {
  PENSTOCK_TRY(check_send(comm, out.peer, out.tag));
  StreamTurn turn;
  PENSTOCK_TRY(turn.open(comm));
  PENSTOCK_TRY(turn.mark());
  auto operation = std::make_shared<StreamSend>(comm, out);
  PENSTOCK_TRY(operation->match());
  return finish(turn, comm, operation, request, MPI_STATUS_IGNORE);
}

Status enqueue_recv(Comm& comm, const Half& in, MPI_Request* request, MPI_Status* status) {
  PENSTOCK_TRY(check_recv(comm, in.peer, in.tag));
  StreamTurn turn;
  PENSTOCK_TRY(turn.open(comm));
  PENSTOCK_TRY(turn.mark());
  auto operation = std::make_shared<StreamRecv>(comm, in);
  PENSTOCK_TRY(operation->match());
  return finish(turn, comm, operation, request, status);
}

Status enqueue_sendrecv(Comm& comm, const Half& out, const Half& in, MPI_Status* status) {
  PENSTOCK_TRY(check_send(comm, out.peer, out.tag));
  PENSTOCK_TRY(check_recv(comm, in.peer, in.tag));
  StreamTurn turn;
  PENSTOCK_TRY(turn.open(comm));
  PENSTOCK_TRY(turn.mark());
  auto receive = std::make_shared<StreamRecv>(comm, in);
  PENSTOCK_TRY(receive->match());
  turn.add(receive);
  auto send = std::make_shared<StreamSend>(comm, out);
  PENSTOCK_TRY(send->match());
  turn.add(send);
  std::vector<MPI_Status*> statuses = one_status(status);
  if (!statuses.empty()) statuses.push_back(MPI_STATUS_IGNORE);
  return turn.wait({receive, send}, std::move(statuses));
}

Status enqueue_wait(Process& process, std::span<MPI_Request> requests, MPI_Status* statuses) {
  if (statuses != MPI_STATUSES_IGNORE) {
    for (std::size_t i = 0; i < requests.size(); ++i) write_empty_status(&statuses[i]);
  }
  std::shared_ptr<StreamQueue> queue;
  StreamWait wait;
  PENSTOCK_TRY(find_operations(process, requests, statuses, &queue, &wait));
  if (!queue) return Status::ok();
  StreamTurn turn;
  PENSTOCK_TRY(turn.open(process, queue));
  PENSTOCK_TRY(turn.wait(std::move(wait.operations), std::move(wait.statuses)));
  return give_up(process, requests);
}

Status open_collective(Comm& comm, StreamTurn* turn, Comm** on) {
  PENSTOCK_TRY(turn->open(comm));
  *on = &comm.streams->collectives();
  return turn->mark();
}

Status enqueue_collective(Comm& comm, StreamTurn* turn, Collective&& collective) {
  const auto operation = std::make_shared<StreamCollective>(comm, std::move(collective));
  return finish(*turn, comm, operation, nullptr, MPI_STATUS_IGNORE);
}

}  // namespace penstock::core
