#include "core/stream/queue.hpp"

#include <algorithm>
#include <utility>

#include "core/object/instance.hpp"
#include "core/stream/captured.hpp"
#include "core/stream/messages.hpp"
#include "core/stream/team.hpp"

namespace penstock::core {
namespace {

constexpr int kExitCode = 1;

// Contexts of promises are nobody else's.
static_assert(proto::kPromisedBits == 4 && static_cast<proto::Context>(Traffic::kPartitioned) < proto::kPromised &&
              proto::kPromised < static_cast<proto::Context>(Traffic::kNoTeam));

struct StreamsOfProcess final : public Module {
  static constexpr ModuleId kModule = ModuleId::kStreams;

  StreamsOfProcess(proto::Engine& of, std::shared_ptr<Streams> made) noexcept : engine(of), streams(std::move(made)) {}
  // Blocks until nothing is left on streams.
  Status drain() override {
    engine.progress().wait_until([this] { return streams->idle(); });
    return Status::ok();
  }
  void end() noexcept override { streams.reset(); }
  bool uses(const Comm& comm) const override { return streams && streams->uses(comm); }

  proto::Engine& engine;
  std::shared_ptr<Streams> streams;
};

}  // namespace

// No call may come to hear of a failure that ends the job.
void tell_failure(Comm& comm, const Status& failure) {
  const ErrhandlerKind kind = comm.errhandler().kind();
  if (kind == ErrhandlerKind::kFatal || kind == ErrhandlerKind::kAbort) {
    comm.instance().job().abort(kExitCode, fmt::format("an operation on a stream failed: {}", failure.message()));
  }
  if (comm.streams) comm.streams->record(failure.clone());
}

void StreamOperation::report() {
  if (!status_.is_ok()) tell_failure(comm(), status_);
}

bool StreamWait::over() {
  while (ended < operations.size() && operations[ended]->over()) ++ended;
  return ended == operations.size() && (!passing || passing->over());
}

void StreamWait::end() {
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (!statuses.empty()) statuses[i].set(operations[i]->outcome());
    operations[i]->report();
  }
}

bool StreamQueue::uses(const Comm& comm) const noexcept {
  return any_of([&comm](const SharedOperation& operation) { return &operation->comm() == &comm; });
}

Streams::Streams(proto::Engine& engine, Log& log)
    : runtime::StreamProgress<StreamQueue, CapturedCalls>(engine, log),
      matching_(engine.early_matching()),
      given_(std::make_unique<GivenMessages>(matching_)),
      table_(HandleRow{HandleKind::kStream, Code::kArg, "stream", MPIX_STREAM_NULL, 0, 0}) {}

Streams::~Streams() {
  table_.for_each([](Stream& stream) { stream.release(); });
}

bool Streams::uses(const Comm& comm) const noexcept {
  return given_->uses(comm) || any_of([&comm](const auto& each) { return each->uses(comm); });
}

std::byte* Streams::memory_of(int device, std::size_t bytes) {
  const auto found = memory_.find(device);
  accel::Memory made;
  if (found == memory_.end() && !engine().accel().allocations().allocate(device, bytes, &made).is_ok()) return nullptr;
  const accel::Memory& memory = found != memory_.end() ? found->second : memory_.emplace(device, made).first->second;
  return reinterpret_cast<std::byte*>(memory.base);
}

bool Streams::step_more() {
  if (engine().membership().loss_of(proto::kAnySource) != nullptr) [[unlikely]] {
    for (const auto& group : groups_) group->look_for_loss();
  }
  return given_->step();
}

bool Streams::has_more() const noexcept {
  return !given_->idle();
}

Status need_streams(Instance& instance, Streams** out) {
  *out = streams_of(instance);
  if (*out != nullptr) return Status::ok();
  auto made = std::make_shared<Streams>(instance.engine(), instance.log());
  PENSTOCK_TRY(made->table().open());
  *out = made.get();
  instance.modules().begin(std::make_unique<StreamsOfProcess>(instance.engine(), std::move(made)));
  return Status::ok();
}

Streams* streams_of(const Instance& instance) noexcept {
  const auto* const module = instance.modules().find<StreamsOfProcess>();
  return module != nullptr ? module->streams.get() : nullptr;
}

}  // namespace penstock::core
