#include "proto/rma/device_executor.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace penstock::proto::rma {
namespace {

constexpr std::uint64_t kListedBytes = 64 << 10;  // bytes of elements that are listed by extents

}  // namespace

DeviceExecutor::~DeviceExecutor() {
  // Failures have been reported to the operations that waited.
  for (const Place& each : places_) {
    if (each.state != State::kFree) static_cast<void>(queues_.wait(each.ticket).is_ok());
  }
}

std::uint64_t DeviceExecutor::most_bytes(unsigned copied, bool by_extents) noexcept {
  if (by_extents) return kListedBytes;
  return copied == 0 ? ~std::uint64_t{0} : kPlaceBytes / copied / kPinnedUnit * kPinnedUnit;
}

bool DeviceExecutor::suits(const Reached& reached, const Fold& fold, const Extent& extent) noexcept {
  return (reached.address + extent.offset) % fold.bytes == 0 && extent.bytes % fold.bytes == 0;
}

bool DeviceExecutor::suits(const kernels::Strided& shape, std::uint32_t width) noexcept {
  bool all = shape.base % width == 0 && shape.block % width == 0;
  for (int d = 0; d < shape.dims; ++d) all = all && shape.stride[d] % static_cast<std::int64_t>(width) == 0;
  return all;
}

kernels::AccumulateShape DeviceExecutor::shape_of(const kernels::Strided& shape, std::uint64_t* base) noexcept {
  kernels::AccumulateShape out = accumulate_shape(shape);
  *base = std::exchange(out.base, 0);
  return out;
}

bool DeviceExecutor::suits(const Reached& reached, const Fold& fold, const RemoteBuffer& remote) {
  kernels::Strided shape;
  if (remote.layout->as_strided(reached.address + static_cast<std::uint64_t>(remote.offset), remote.count, &shape)) {
    return suits(shape, fold.bytes);
  }
  std::vector<Extent> extents;
  for (std::uint64_t at = 0; at < remote.bytes();) {
    extents.clear();
    at += add_extents(remote, at, remote.bytes() - at, kMostExtents, fold.bytes, &extents);
    if (!std::ranges::all_of(extents, [&](const Extent& each) { return suits(reached, fold, each); })) return false;
  }
  return true;
}

// A mark of the queue identifies its stream: tickets of the resident kernel have another number.
Status DeviceExecutor::site(int device, accel::Queue** queue, std::uint32_t* tickets) {
  PENSTOCK_TRY(queues_.order_after_application(device));
  PENSTOCK_TRY(queues_.queue(device, 0, queue));
  const auto found = std::ranges::find(sites_, device, &Site::device);
  if (found != sites_.end()) return *tickets = found->tickets, Status::ok();
  accel::Ticket mark;
  PENSTOCK_TRY((*queue)->mark(&mark));
  sites_.push_back({device, mark.queue});
  *tickets = mark.queue;
  return Status::ok();
}

// Returns a negative number if no place is free.
int DeviceExecutor::find_place() {
  for (int i = 0; i < kPlaces; ++i) {
    Place& each = places_[static_cast<std::size_t>(i)];
    accel::Progress progress = accel::Progress::kPending;
    if (each.state == State::kLeft && (!queues_.test(each.ticket, &progress).is_ok() || progress == accel::Progress::kDone)) {
      each.state = State::kFree;
    }
    if (each.state == State::kFree) return i;
  }
  return -1;
}

Status DeviceExecutor::launch(const Reached& reached, const Fold& fold, const KernelElements& elements, Run* out, bool* begun) {
  *begun = false;
  *out = {};
  KernelTask task(reached, fold, elements, &listed_);
  PENSTOCK_TRY(task.check());
  if (task.needs_pinned()) {
    PENSTOCK_TRY(pinned_.open());
    out->place = find_place();
    if (out->place < 0) return Status::ok();
  }
  PENSTOCK_TRY(start(&task, reached.gpu, out));
  *begun = true;
  return Status::ok();
}

// Uses the pinned place of the run, if it has one.
Status DeviceExecutor::start(KernelTask* task, int gpu, Run* out) {
  out->bytes = task->bytes();
  out->wants_results = task->fetches_results();
  if (out->place >= 0) out->old_at = task->use_pinned(place(out->place));
  accel::Queue* queue = nullptr;
  std::uint32_t tickets = 0;
  PENSTOCK_TRY(site(gpu, &queue, &tickets));
  PENSTOCK_TRY(kernels::accumulate(config_, *queue, task->task(), &out->ticket));
  out->in_order = out->ticket.queue == tickets;
  if (out->place >= 0) places_[static_cast<std::size_t>(out->place)] = {State::kBusy, out->ticket};
  return Status::ok();
}

Status DeviceExecutor::test(const Run& run, bool* done) {
  accel::Progress progress = accel::Progress::kDone;
  Status tested = queues_.test(run.ticket, &progress);
  *done = !tested.is_ok() || progress == accel::Progress::kDone;
  return tested;
}

std::span<const std::byte> DeviceExecutor::results(const Run& run) const noexcept {
  if (run.place < 0 || !run.wants_results) return {};
  return {place(run.place) + run.old_at, run.bytes};
}

void DeviceExecutor::release(Run* run) noexcept {
  if (run->place >= 0) places_[static_cast<std::size_t>(run->place)].state = State::kLeft;
  run->place = -1;
}

Status DeviceExecutor::one_now(const Reached& reached, const Fold& fold, const Extent& extent, const Elements& elements) {
  const std::uint64_t most = most_bytes(3, false) / fold.bytes;
  for (std::uint64_t at = 0; at < elements.count;) {
    const Elements part = elements.from(at, std::min(elements.count - at, most), fold.bytes);
    kernels::Strided shape;
    shape.base = extent.offset + at * fold.bytes;
    shape.block = part.count * fold.bytes;
    PENSTOCK_TRY(launch_now(reached, fold, shape, part));
    at += part.count;
  }
  return Status::ok();
}

// Launches the kernel and waits until it is done.
Status DeviceExecutor::launch_now(const Reached& reached, const Fold& fold, const kernels::Strided& shape,
                                  const Elements& elements) {
  KernelElements kernel;
  kernel.shape = &shape;
  kernel.count = elements.count;
  kernel.operand = elements.operand;
  kernel.compare = elements.compare;
  kernel.wants_old = elements.result != nullptr;
  kernel.after_earlier = true;
  KernelTask task(reached, fold, kernel, &listed_);
  PENSTOCK_TRY(task.check());
  Run run;
  if (task.needs_pinned()) {
    PENSTOCK_TRY(pinned_.open());
    run.place = kPlaceOfNow;
  }
  PENSTOCK_TRY(start(&task, reached.gpu, &run));
  Status over = queues_.wait(run.ticket);
  if (over.is_ok() && elements.result != nullptr) std::memcpy(elements.result, results(run).data(), run.bytes);
  release(&run);
  return over;
}

Status DeviceExecutor::run_now(const Reached& reached, const Fold& fold, std::span<const Extent> extents,
                               const Elements& elements, ElementExecutor& host, Executed* out) {
  *out = {};
  for (const Extent& extent : extents) {
    if (extent.bytes % fold.bytes != 0) return Status::error(Code::kProtocol, "{} bytes are no whole elements", extent.bytes);
    const Elements part = elements.from(out->count, extent.bytes / fold.bytes, fold.bytes);
    if (suits(reached, fold, extent)) {
      PENSTOCK_TRY(one_now(reached, fold, extent, part));
    } else {
      Executed done;
      PENSTOCK_TRY(host.run(reached, fold, {&extent, 1}, part, &done));
    }
    out->count += part.count;
  }
  return Status::ok();
}

}  // namespace penstock::proto::rma
