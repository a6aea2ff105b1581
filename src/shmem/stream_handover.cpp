#include "shmem/stream_handover.hpp"

#include <mutex>

#include "accel/program/program_streams.hpp"

namespace penstock::shmem {
namespace {

constexpr std::size_t kMostIdle = 64;  // streams that are kept for their next call

class CapturedWork final : public runtime::CapturedCall<StreamWork> {
 public:
  explicit CapturedWork(StreamHandover::Make make) : make_(std::move(make)) {}
  [[nodiscard]] SharedWork make() override { return make_(true); }

 private:
  StreamHandover::Make make_;
};

}  // namespace

// Words of a stream outlive the object, and so does a wait for them.
Status StreamHandover::find_queue(int device, void* stream, std::shared_ptr<StreamQueue>* out) {
  std::shared_ptr<StreamQueue>& place = queues_[{device, stream}];
  if (!place) {
    if (queues_.size() > kMostIdle) {
      std::erase_if(queues_,
                    [](const auto& each) { return each.second && each.second.use_count() == 1 && each.second->idle(); });
    }
    PENSTOCK_TRY(job_.accel().program_streams().check_hardware_queues(device));
    std::unique_ptr<accel::ProgramStream> adopted;
    PENSTOCK_TRY(job_.accel().program_streams().adopt_stream(stream, &adopted));
    place = std::make_shared<StreamQueue>(std::move(adopted));
  }
  *out = place;
  return Status::ok();
}

Status StreamHandover::help() {
  if (helped_) return Status::ok();
  PENSTOCK_TRY(job_.engine().progress_thread().start());
  helped_ = true;
  return Status::ok();
}

Status StreamHandover::serve() {
  if (serves_) return Status::ok();
  PENSTOCK_TRY(help());
  serves_ = job_.engine().progress_thread().begin_serving();
  return serves_ ? Status::ok() : Status::error(Code::kInternal, "there is no progress thread");
}

Status StreamHandover::give(int device, void* stream, Make make) {
  PENSTOCK_TRY(help());
  std::shared_ptr<StreamQueue> queue;
  PENSTOCK_TRY(find_queue(device, stream, &queue));
  std::unique_lock<std::mutex> turn;
  std::uint64_t captured = 0;
  {
    const proto::Away away(job_.engine().lock());
    turn = std::unique_lock(queue->turn());
    PENSTOCK_TRY(queue->stream().find_capture(&captured));
  }
  return captured == 0 ? give_once(queue, make) : capture(queue, captured, std::move(make));
}

Status StreamHandover::give_once(const std::shared_ptr<StreamQueue>& queue, const Make& make) {
  const SharedWork work = make(false);
  {
    const proto::Away away(job_.engine().lock());
    PENSTOCK_TRY(queue->stream().tell(&work->number));
  }
  queue->add(work);
  progress_.look_after(queue);
  const std::uint32_t number = queue->stream().next_hold();
  Status held;
  {
    const proto::Away away(job_.engine().lock());
    held = queue->stream().hold(number);
  }
  queue->add(StreamHold{number, work});  // its number is released in its turn in any case
  progress_.look_after(queue);
  return held;
}

Status StreamHandover::capture(const std::shared_ptr<StreamQueue>& queue, std::uint64_t capture, Make make) {
  std::shared_ptr<CapturedCalls> calls = progress_.captured_of(*queue, capture);
  if (!calls) {
    std::unique_ptr<accel::CapturedStream> stream;
    PENSTOCK_TRY(queue->stream().open_capture(&stream));
    calls = std::make_shared<CapturedCalls>(queue.get(), capture, std::move(stream));
    progress_.look_after(calls);
  }
  std::size_t number = 0;
  PENSTOCK_TRY(calls->stream().add_call(&number));
  calls->add(number, std::make_unique<CapturedWork>(std::move(make)));
  const proto::Away away(job_.engine().lock());
  PENSTOCK_TRY(calls->stream().tell(number));
  return calls->stream().hold(number);
}

void StreamHandover::drain() {
  proto::Engine& engine = job_.engine();
  engine.progress().wait_until([this] { return progress_.idle(); });
  progress_.forget_graphs();
  engine.progress().wait_until([this] { return !progress_.active(); });
  queues_.clear();
  if (std::exchange(serves_, false)) engine.progress_thread().end_serving();
}

}  // namespace penstock::shmem
