#include "coll/device/device_run.hpp"

#include <algorithm>
#include <utility>

namespace penstock::coll {
namespace {

constexpr unsigned kCopyThreads = 512;
constexpr unsigned kSmallQueue = 0;  // whose device has a kernel for what is small
constexpr unsigned kQueue = 1;
constexpr unsigned kOwnQueue = 2;
// Of this rank's own data beside a pipeline: a kernel of its own, since a warp of the pipeline does one thing after another.
constexpr std::uint64_t kOwnByItself = 8 << 20;

}  // namespace

Status DeviceRun::begin(int device, const DeviceWork& work) {
  const bool any = !work.folds.empty() || !work.copies.empty();
  Status begun = any ? engine_.accel().queues().order_after_application(device) : Status::ok();
  if (begun.is_ok()) begun = launch(device, work);
  if (!begun.is_ok()) drain();
  poll(!tickets_.empty());
  return begun;
}

Status DeviceRun::begin(int device, const kernels::LlTask& task) {
  accel::Queues& queues = engine_.accel().queues();
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queues.order_after_application(device));
  PENSTOCK_TRY(queues.queue(device, kSmallQueue, &queue));
  PENSTOCK_TRY(kernels::ll(*queue, task, coscheduled_blocks(engine_.config()), &tickets_.emplace_back()));
  poll(true);
  return Status::ok();
}

Status DeviceRun::begin(int device, const kernels::PipelineTask& task) {
  accel::Queues& queues = engine_.accel().queues();
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queues.order_after_application(device));
  PENSTOCK_TRY(queues.queue(device, kQueue, &queue));
  kernels::PipelineTask pipeline = task;
  const CopyWork own{task.copy_to, task.copy_from, task.copy_bytes, true};
  const bool apart = own.bytes >= kOwnByItself;
  // The others wait for what this rank gives; what they give, it waits for itself.
  const bool behind = !task.pushes.empty();
  if (apart) pipeline.copy_bytes = 0;
  if (apart && !behind) PENSTOCK_TRY(copy_own(device, own));
  PENSTOCK_TRY(kernels::pipeline(*queue, pipeline, &tickets_.emplace_back()));
  poll(true);
  return apart && behind ? copy_own(device, own) : Status::ok();
}

Status DeviceRun::begin(int device, accel::ForeignWork& work) {
  accel::Queues& queues = engine_.accel().queues();
  accel::Ticket ticket;
  PENSTOCK_TRY(queues.order_after_application(device));
  PENSTOCK_TRY(queues.enqueue_foreign(device, accel::Queues::kWaitingQueue, work, &ticket));
  tickets_.push_back(ticket);
  poll(true);
  return Status::ok();
}

Status DeviceRun::begin(int device, accel::Graph& graph) {
  accel::Queues& queues = engine_.accel().queues();
  accel::Ticket ticket;
  PENSTOCK_TRY(queues.order_after_application(device));
  PENSTOCK_TRY(queues.launch_graph(device, kQueue, graph, &ticket));
  tickets_.push_back(ticket);
  poll(true);
  return Status::ok();
}

Status DeviceRun::record(int device, const DeviceWork& work, accel::Graph& graph) {
  recorded_ = &graph;
  Status recorded = launch(device, work);
  recorded_ = nullptr;
  tickets_.clear();
  return recorded;
}

// What other queues do goes beside this one's in a graph too.
Status DeviceRun::find_queue(int device, unsigned queue_index, accel::Queue** out) {
  if (recorded_ == nullptr) return engine_.accel().queues().queue(device, queue_index, out);
  *out = &recorded_->add_branch();
  return Status::ok();
}

void DeviceRun::poll(bool wanted) noexcept {
  if (wanted == polling_) return;
  polling_ = wanted;
  wanted ? engine_.progress().begin_polling() : engine_.progress().end_polling();
}

Status DeviceRun::launch(int device, const DeviceWork& work) {
  if (work.folds.empty() && work.copies.empty()) return Status::ok();
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(find_queue(device, kQueue, &queue));
  const auto blocks = static_cast<unsigned>(engine_.config().coll_blocks);
  for (const FoldWork& fold : work.folds) {
    accel::Ticket ticket;
    PENSTOCK_TRY(kernels::fold(engine_.config(), *queue, {fold.folding, fold.form, fold.count, fold.sources, fold.targets},
                               blocks, &ticket));
    tickets_.push_back(ticket);
  }
  return copy(*queue, device, work.copies);
}

// On the queue of the folds, behind them. Several long copies are no slower there than on queues of their own, from 32 MiB on.
Status DeviceRun::copy(accel::Queue& queue, int device, std::span<const CopyWork> copies) {
  const auto blocks = static_cast<unsigned>(engine_.config().coll_blocks);
  const auto threads = std::min(kCopyThreads, static_cast<unsigned>(queue.limits().block_threads));
  accel::Copies together(kMostByKernel, threads, blocks);
  for (const CopyWork& each : copies) {
    if (each.own && each.bytes > kMostByKernel) {
      PENSTOCK_TRY(copy_own(device, each));
    } else if (each.bytes > kMostByKernel) {
      PENSTOCK_TRY(queue.copy_and_mark(reinterpret_cast<void*>(each.to), reinterpret_cast<const void*>(each.from), each.bytes,
                                       accel::By::kEngine, &tickets_.emplace_back()));
    } else if (each.bytes != 0 && !together.add(each.to, each.from, each.bytes)) {
      PENSTOCK_TRY(launch_copies(queue, together));
      together.clear();
      static_cast<void>(together.add(each.to, each.from, each.bytes));
    }
  }
  return together.empty() ? Status::ok() : launch_copies(queue, together);
}

// Beside what goes over links, by few multiprocessors: the driver's own copy within a device takes all of them.
Status DeviceRun::copy_own(int device, const CopyWork& copy) {
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(find_queue(device, kOwnQueue, &queue));
  const auto blocks = static_cast<unsigned>(engine_.config().coll_blocks);
  const kernels::FoldTask task{kernels::copying(), kernels::FoldForm::kTotal, copy.bytes, std::span(&copy.from, 1),
                               std::span(&copy.to, 1)};
  accel::Ticket ticket;
  PENSTOCK_TRY(kernels::fold(engine_.config(), *queue, task, blocks, &ticket));
  tickets_.push_back(ticket);
  return Status::ok();
}

Status DeviceRun::launch_copies(accel::Queue& queue, const accel::Copies& copies) {
  accel::Copies::Plan plan = copies.plan({});
  return queue.launch_and_mark("penstock_copy_many", {plan.blocks, 1, 1}, {plan.threads, 1, 1}, &plan.arguments,
                               sizeof plan.arguments, &plan.arguments.finish, &tickets_.emplace_back());
}

Status DeviceRun::test(bool* done) {
  *done = false;
  while (!tickets_.empty()) {
    accel::Progress progress{};
    if (Status tested = engine_.accel().queues().test(tickets_.back(), &progress); !tested.is_ok()) {
      drain();
      return tested;
    }
    if (progress == accel::Progress::kPending) return tend(), Status::ok();
    tickets_.pop_back();
  }
  poll(false);
  *done = true;
  return Status::ok();
}

// Whoever waits may do nothing but look here for as long as a kernel takes.
void DeviceRun::tend() {
  accel::Queues& queues = engine_.accel().queues();
  if (queues.restless()) queues.tend();
}

// What fails here has been told by what failed first, or is told by the queue's next use.
void DeviceRun::drain() noexcept {
  for (const accel::Ticket& ticket : tickets_) static_cast<void>(engine_.accel().queues().wait(ticket));
  tickets_.clear();
  poll(false);
}

bool RunTask::advance(Schedule& schedule) {
  Status status;
  if (!running_) {
    if (schedule.failed()) return true;
    status = begin(run_);
  }
  bool done = false;
  if (status.is_ok()) status = run_.test(&done);
  running_ = status.is_ok() && !done;
  if (!running_) end(schedule, std::move(status));
  return !running_;
}

}  // namespace penstock::coll
