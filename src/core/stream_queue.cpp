#include "core/stream_queue.hpp"

#include <algorithm>
#include <utility>

#include "core/captured.hpp"
#include "core/lookup.hpp"
#include "core/process.hpp"
#include "core/stream_messages.hpp"
#include "core/stream_team.hpp"

namespace penstock::core {
namespace {

constexpr int kExitCode = 1;

// Contexts of promises are nobody else's.
static_assert(proto::kPromisedBits == 4 && static_cast<proto::Context>(Traffic::kPartitioned) < proto::kPromised &&
              proto::kPromised < static_cast<proto::Context>(Traffic::kNoTeam));

bool is_over(const StreamWait& wait) {
  return (!wait.passing || wait.passing->over()) &&
         std::ranges::all_of(wait.operations, [](const SharedOperation& each) { return each->over(); });
}

}  // namespace

// No call may come to hear of a failure that ends the job.
void tell_failure(Comm& comm, const Status& failure) {
  const ErrhandlerKind kind = comm.errhandler().kind();
  if (kind == ErrhandlerKind::kFatal || kind == ErrhandlerKind::kAbort) {
    abort_job(comm.process(), kExitCode, fmt::format("an operation on a stream failed: {}", failure.message()));
  }
  if (comm.streams) comm.streams->record(failure.clone());
}

bool StreamQueue::uses(const Comm& comm) const noexcept {
  const auto of_comm = [&comm](const SharedOperation& operation) { return &operation->comm() == &comm; };
  return std::ranges::any_of(pending_, of_comm) || std::ranges::any_of(begun_, of_comm);
}

bool StreamQueue::step() {
  bool moved = decide_pending();
  moved |= begin_reached();
  moved |= advance_begun();
  return release_waits() || moved;
}

bool StreamQueue::decide_pending() {
  const std::size_t before = decided_;
  while (decided_ < pending_.size() && pending_[decided_]->decide()) ++decided_;
  return decided_ != before;
}

// What begins may release the lock, and others are added behind it meanwhile; no other thread is here.
bool StreamQueue::begin_reached() {
  bool moved = false;
  while (!pending_.empty() && accel::has_reached(stream_->told(), pending_.front()->number) && pending_.front()->begin()) {
    begun_.push_back(std::move(pending_.front()));
    pending_.pop_front();
    if (decided_ != 0) --decided_;
    moved = true;
  }
  return moved;
}

bool StreamQueue::advance_begun() {
  return std::erase_if(begun_, [](const SharedOperation& operation) { return operation->advance(); }) != 0;
}

// In the stream's order: the word has one number, and the stream stands at the first wait of those that are left.
bool StreamQueue::release_waits() {
  bool moved = false;
  for (; !waits_.empty() && is_over(waits_.front()); moved = true) {
    const StreamWait wait = std::move(waits_.front());
    waits_.pop_front();
    for (std::size_t i = 0; i < wait.operations.size(); ++i) {
      const StreamOperation& operation = *wait.operations[i];
      if (!wait.statuses.empty()) wait.statuses[i].set(operation.outcome());
      if (!operation.status().is_ok()) tell_failure(operation.comm(), operation.status());
    }
    stream_->release(wait.number);
  }
  return moved;
}

Streams::Streams(proto::Engine& engine, proto::EarlyMatching& matching, Log& log)
    : engine_(engine),
      matching_(matching),
      log_(log),
      given_(std::make_unique<GivenMessages>(matching)),
      table_(HandleKind::kStream, Code::kArg, "stream", MPIX_STREAM_NULL, 0, 0) {}

Streams::~Streams() {
  table_.for_each([](Stream& stream) { stream.release(); });
}

void Streams::look_after(std::shared_ptr<StreamQueue> queue) {
  if (!std::exchange(queue->listed, true)) busy_.push_back(std::move(queue));
  poll();
}

void Streams::look_after(std::shared_ptr<CapturedCalls> captured) {
  captured_.push_back(std::move(captured));
  poll();
}

void Streams::poll() {
  if (std::exchange(polling_, true)) return;
  engine_.begin_polling();
  engine_.add_progressor(this);
}

std::shared_ptr<CapturedCalls> Streams::captured_of(const StreamQueue& queue, std::uint64_t capture) const {
  const auto place = std::ranges::find_if(captured_, [&](const auto& each) { return each->is_of(queue, capture); });
  return place == captured_.end() ? nullptr : *place;
}

bool Streams::idle() const noexcept {
  return busy_.empty() && given_->idle() && std::ranges::all_of(captured_, [](const auto& each) { return each->idle(); });
}

bool Streams::uses(const Comm& comm) const noexcept {
  const auto uses_it = [&comm](const auto& each) { return each->uses(comm); };
  return given_->uses(comm) || std::ranges::any_of(busy_, uses_it) || std::ranges::any_of(captured_, uses_it);
}

std::byte* Streams::memory_of(int device, std::size_t bytes) {
  const auto found = memory_.find(device);
  accel::Memory made;
  if (found == memory_.end() && !engine_.accel().allocate(device, bytes, &made).is_ok()) return nullptr;
  const accel::Memory& memory = found != memory_.end() ? found->second : memory_.emplace(device, made).first->second;
  return reinterpret_cast<std::byte*>(memory.base);
}

// Where something changed it is listed anew, which the engine takes for a movement: it looks again at once.
bool Streams::advance() {
  bool moved = false;
  if (engine_.loss_of(proto::kAnySource) != nullptr) [[unlikely]] {
    for (const auto& group : groups_) group->look_for_loss();
  }
  for (std::size_t i = 0; i < busy_.size(); ++i) moved |= busy_[i]->step();
  moved |= given_->step();
  for (std::size_t i = 0; i < captured_.size(); ++i) moved |= captured_[i]->step();
  std::erase_if(busy_, [](const auto& queue) {
    queue->listed = !queue->idle();
    return !queue->listed;
  });
  std::erase_if(captured_, [](const auto& captured) { return captured->gone(); });
  if (busy_.empty() && captured_.empty() && given_->idle()) {
    polling_ = false;
    engine_.end_polling();
    catch_up();
    return false;
  }
  if (moved) engine_.add_progressor(this);
  return !moved;
}

void Streams::catch_up() {
  if (Status done = accel::catch_up(engine_.accel()); !done.is_ok()) {
    log_.warn("what was put off while streams waited: {}", done.message());
  }
}

Status need_streams(Process& process, Streams** out) {
  if (!process.streams) {
    proto::EarlyMatching* const matching = proto::early_matching_of(process.engine());
    if (matching == nullptr) return Status::error(Code::kUnsupported, "this engine moves no messages");
    auto made = std::make_shared<Streams>(process.engine(), *matching, process.log());
    PENSTOCK_TRY(made->table().open());
    process.streams = std::move(made);
  }
  *out = process.streams.get();
  return Status::ok();
}

void drain_streams(Process& process) {
  if (process.streams) process.engine().wait_until([&process] { return process.streams->idle(); });
}

}  // namespace penstock::core
