#include "proto/rma/device_executor.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace penstock::proto::rma {
namespace {

using kernels::AccumulateExtent;
using kernels::AccumulateStep;

constexpr std::uint64_t kUnit = 16;               // parts of a place begin at multiples of it
constexpr std::uint64_t kListedBytes = 64 << 10;  // of elements by extents
constexpr std::size_t kWalked = DeviceExecutor::kMostExtents;

constexpr std::uint64_t rounded(std::uint64_t bytes) noexcept {
  return (bytes + kUnit - 1) / kUnit * kUnit;
}

bool step_of(const Fold& fold, kernels::Accumulating* out) noexcept {
  if (fold.reads_only()) return *out = {AccumulateStep::kRead}, true;
  if (fold.compares) return *out = {AccumulateStep::kCompareExchange}, true;
  if (fold.op == AccumulateOp::kReplace) return *out = {AccumulateStep::kExchange}, true;
  return kernels::find_accumulating(static_cast<base::Operation>(fold.op), fold.element, out);
}

kernels::AccumulateShape offsets_of(const kernels::Strided& shape) noexcept {
  static_assert(kernels::AccumulateShape::kDims == kernels::kMaxDims);
  kernels::AccumulateShape out;
  out.base = shape.base;
  out.block = shape.block;
  out.dims = shape.dims;
  std::ranges::copy(shape.count, out.count);
  std::ranges::copy(shape.stride, out.stride);
  return out;
}

// The parts of a place, one behind the other.
class Packer {
 public:
  explicit Packer(std::byte* place) : place_(place) {}
  std::uint64_t reserve(std::uint64_t bytes) noexcept {
    const std::uint64_t at = used_;
    used_ += rounded(bytes);
    return at;
  }
  std::uint64_t add(const void* from, std::uint64_t bytes) noexcept {
    std::byte* const at = place_ + reserve(bytes);
    std::memcpy(at, from, bytes);
    return reinterpret_cast<std::uint64_t>(at);
  }

 private:
  std::byte* place_;
  std::uint64_t used_ = 0;
};

}  // namespace

DeviceExecutor::~DeviceExecutor() {
  // Failures were told to whoever waited.
  for (const Place& each : places_) {
    if (each.state != State::kFree) static_cast<void>(accel_.wait(each.ticket).is_ok());
  }
}

std::uint64_t DeviceExecutor::most_bytes(unsigned copied, bool by_extents) noexcept {
  if (by_extents) return kListedBytes;
  return copied == 0 ? ~std::uint64_t{0} : kPlaceBytes / copied / kUnit * kUnit;
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
  kernels::AccumulateShape out = offsets_of(shape);
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
    at += add_extents(remote, at, remote.bytes() - at, kWalked, fold.bytes, &extents);
    if (!std::ranges::all_of(extents, [&](const Extent& each) { return suits(reached, fold, each); })) return false;
  }
  return true;
}

// A mark of the queue names its stream: the resident kernel's tickets have another number.
Status DeviceExecutor::site(int device, accel::Queue** queue, std::uint32_t* tickets) {
  PENSTOCK_TRY(accel_.order_after_application(device));
  PENSTOCK_TRY(accel_.queue(device, 0, queue));
  const auto found = std::ranges::find(sites_, device, &Site::device);
  if (found != sites_.end()) return *tickets = found->tickets, Status::ok();
  accel::Ticket mark;
  PENSTOCK_TRY((*queue)->mark(&mark));
  sites_.push_back({device, mark.queue});
  *tickets = mark.queue;
  return Status::ok();
}

int DeviceExecutor::take_place(bool now) {
  if (now) return kPlaceOfNow;
  for (int i = 0; i < kPlaces; ++i) {
    Place& each = places_[static_cast<std::size_t>(i)];
    accel::Progress progress = accel::Progress::kPending;
    if (each.state == State::kLeft && (!accel_.test(each.ticket, &progress).is_ok() || progress == accel::Progress::kDone)) {
      each.state = State::kFree;
    }
    if (each.state == State::kFree) return i;
  }
  return -1;
}

Status DeviceExecutor::launch(const Reached& reached, const Fold& fold, const Elements& elements, bool after, Run* out,
                              bool* begun) {
  return launch_with(reached, fold, elements, after, false, out, begun);
}

Status DeviceExecutor::launch_with(const Reached& reached, const Fold& fold, const Elements& elements, bool after, bool now,
                                   Run* out, bool* begun) {
  *begun = false;
  *out = {};
  out->bytes = elements.count * fold.bytes;
  out->wants_results = elements.wants_old && elements.result == nullptr;
  kernels::AccumulateTask task;
  if (!step_of(fold, &task.what)) return Status::error(Code::kUnsupported, "no kernel computes that");
  task.width = fold.bytes;
  task.count = elements.count;
  task.target = reached.on_gpu;
  task.after_others = after;
  kernels::AccumulateShape shape;
  if (elements.shape != nullptr) {
    shape = offsets_of(*elements.shape);
    task.shape = &shape;
  }
  task.first = elements.first;
  listed_.clear();
  std::uint64_t element = 0;
  for (const Extent& each : elements.extents) {
    listed_.push_back({each.offset, element});
    element += each.bytes / fold.bytes;
  }
  task.extents = listed_;
  const bool operand = !fold.reads_only();
  const std::uint64_t copied = operand && !elements.operand_reached ? out->bytes : 0;
  const std::uint64_t listed = listed_.empty() ? 0 : (listed_.size() + 1) * sizeof(AccumulateExtent);
  const std::uint64_t compared = fold.compares && !elements.compare_reached ? out->bytes : 0;
  const std::uint64_t luggage = rounded(copied) + rounded(compared) + listed;
  const bool here = luggage <= kernels::kAccumulateBytesHere;
  if (!here || out->wants_results) {
    PENSTOCK_TRY(pinned_.open());
    out->place = take_place(now);
    if (out->place < 0) return Status::ok();
  }
  std::byte* const pinned = out->place < 0 ? nullptr : place(out->place);
  Packer packer(pinned);
  if (operand) {
    const auto address = [](const std::byte* at, bool direct) { return direct ? reinterpret_cast<std::uint64_t>(at) : 0; };
    task.operand = {address(elements.operand, elements.operand_reached), elements.operand, elements.operand_shape};
    task.compare = {address(elements.compare, elements.compare_reached), elements.compare};
  }
  if (!here) {
    if (copied != 0) task.operand = {packer.add(elements.operand, copied), nullptr};
    if (compared != 0) task.compare = {packer.add(elements.compare, compared), nullptr};
    if (!listed_.empty()) {
      const AccumulateExtent end{0, element};
      task.extents_address = packer.add(listed_.data(), listed - sizeof end);
      packer.add(&end, sizeof end);
    }
  }
  if (out->wants_results) {
    out->old_at = packer.reserve(out->bytes);
    task.result = reinterpret_cast<std::uint64_t>(pinned + out->old_at);
  } else if (elements.wants_old) {
    task.result = reinterpret_cast<std::uint64_t>(elements.result);
    task.result_shape = elements.result_shape;
  }
  accel::Queue* queue = nullptr;
  std::uint32_t tickets = 0;
  PENSTOCK_TRY(site(reached.gpu, &queue, &tickets));
  PENSTOCK_TRY(kernels::accumulate(config_, *queue, task, &out->ticket));
  out->in_order = out->ticket.queue == tickets;
  if (out->place >= 0) places_[static_cast<std::size_t>(out->place)] = {State::kBusy, out->ticket};
  *begun = true;
  return Status::ok();
}

Status DeviceExecutor::test(const Run& run, bool* done) {
  accel::Progress progress = accel::Progress::kDone;
  Status tested = accel_.test(run.ticket, &progress);
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

Status DeviceExecutor::one_now(const Reached& reached, const Fold& fold, const Extent& extent, const rma::Elements& elements) {
  const std::uint64_t most = most_bytes(3, false) / fold.bytes;
  for (std::uint64_t at = 0; at < elements.count;) {
    const rma::Elements part = elements.from(at, std::min(elements.count - at, most), fold.bytes);
    kernels::Strided shape;
    shape.base = extent.offset + at * fold.bytes;
    shape.block = part.count * fold.bytes;
    Elements kernel;
    kernel.shape = &shape;
    kernel.count = part.count;
    kernel.operand = part.operand;
    kernel.compare = part.compare;
    kernel.wants_old = part.result != nullptr;
    Run run;
    bool begun = false;
    PENSTOCK_TRY(launch_with(reached, fold, kernel, true, true, &run, &begun));
    Status over = accel_.wait(run.ticket);
    if (over.is_ok() && part.result != nullptr) std::memcpy(part.result, results(run).data(), run.bytes);
    release(&run);
    PENSTOCK_TRY(std::move(over));
    at += part.count;
  }
  return Status::ok();
}

Status DeviceExecutor::run_now(const Reached& reached, const Fold& fold, std::span<const Extent> extents,
                               const rma::Elements& elements, ElementExecutor& host, Executed* out) {
  *out = {};
  for (const Extent& extent : extents) {
    if (extent.bytes % fold.bytes != 0) return Status::error(Code::kProtocol, "{} bytes are no whole elements", extent.bytes);
    const rma::Elements part = elements.from(out->count, extent.bytes / fold.bytes, fold.bytes);
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
