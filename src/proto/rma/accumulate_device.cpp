// Accumulates by kernels: at the origin where its GPU reaches the target's memory by atomics, and at the owner for all others.
#include <algorithm>
#include <cstring>
#include <utility>

#include "proto/rma/rma.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {
namespace {

// Kernels of one call that may be under way.
constexpr std::size_t kMostRuns = 4;

bool together(const Buffer& buffer) noexcept {
  return buffer.layout->is_contiguous(buffer.count);
}

bool strided(const Buffer& buffer, kernels::Strided* out) {
  return buffer.layout->as_strided(reinterpret_cast<std::uint64_t>(buffer.address), buffer.count, out);
}

// Kernels of `device` read and write elements there: packed ones, and in memory of the device those of a shape.
bool lies_for(int device, const Buffer& buffer, const accel::Memory& memory, std::uint32_t width) {
  const bool on_device = memory.kind == accel::MemoryKind::kDevice && memory.device == device;
  if (!on_device && memory.kind != accel::MemoryKind::kPinned) return false;
  if (together(buffer)) return reinterpret_cast<std::uintptr_t>(buffer.address) % width == 0;
  kernels::Strided shape;
  return on_device && strided(buffer, &shape) && DeviceExecutor::suits(shape, width);
}

// Where kernels find elements from packed byte `first` on, in memory that lies for them. *shape: null for packed ones.
std::uint64_t place_of(const Buffer& buffer, std::uint64_t first, kernels::AccumulateShape* room,
                       const kernels::AccumulateShape** shape) {
  if (together(buffer)) return reinterpret_cast<std::uint64_t>(buffer.address) + first;
  kernels::Strided all;
  std::uint64_t base = 0;
  static_cast<void>(strided(buffer, &all));  // it was one when it was reached
  *room = DeviceExecutor::shape_of(all, &base);
  if (all.dims == 0) return base + first;
  return *shape = room, base;
}

}  // namespace

// Once, before memory of the origin is looked at.
void Rma::choose_executor(Call* call) const {
  Work& work = *call->work_;
  const Reached& reached = call->target_->reached_;
  work.by = reached.here ? Work::By::kHere : Work::By::kOwner;
  if (reached.gpu >= 0 && reached.takes_kernels(work.fold) && DeviceExecutor::suits(reached, work.fold, work.remote)) {
    work.by = Work::By::kKernels;
  }
}

// Which memory of the origin kernels take where it lies. Small operands travel with the launch.
void Rma::reach_operands(Call* call, const accel::Memory& operand, const accel::Memory& result) {
  Work& work = *call->work_;
  if (work.by != Work::By::kKernels) return;
  const int device = call->target_->reached_.gpu;
  const bool small = operand.on_host() && work.bytes <= kernels::kAccumulateBytesHere;
  work.operand_reached = !work.fold.reads_only() && !small && lies_for(device, work.origin, operand, work.fold.bytes);
  work.result_reached = work.result.layout != nullptr && lies_for(device, work.result, result, work.fold.bytes);
}

// What kernels read and write where it lies stays there; all else comes to the call's own memory.
Status Rma::stage_single(Call* call) {
  Work& work = *call->work_;
  const auto look = [&](const void* address, accel::Memory* memory, bool* reached) -> Status {
    PENSTOCK_TRY(parts_.accel.query(address, memory));
    const Buffer one{const_cast<void*>(address), 1, &work.flat};
    *reached = work.by == Work::By::kKernels && lies_for(call->target_->reached_.gpu, one, *memory, work.fold.bytes);
    return Status::ok();
  };
  const auto take = [&](const void* from, std::byte* to, accel::Memory* memory, bool* reached) -> Status {
    PENSTOCK_TRY(look(from, memory, reached));
    *reached = *reached && !memory->on_host();  // that travels with the launch
    if (!*reached && memory->on_host()) std::memcpy(to, from, work.bytes);
    return *reached || memory->on_host() ? Status::ok() : parts_.accel.copy_now(to, from, work.bytes);
  };
  accel::Memory memory;
  PENSTOCK_TRY(take(work.operand_from, work.operand.data(), &memory, &work.operand_reached));
  work.kind = memory.kind;
  if (work.operand_reached) work.origin.address = const_cast<void*>(work.operand_from);
  PENSTOCK_TRY(take(work.comparison_from, work.comparison.data(), &memory, &work.compare_reached));
  if (work.compare_reached) work.compare = static_cast<const std::byte*>(work.comparison_from);
  PENSTOCK_TRY(look(work.wants_old, &memory, &work.result_reached));
  if (work.result_reached) work.result.address = std::exchange(work.wants_old, nullptr);
  return Status::ok();
}

// By kernels, as many as may be under way. What comes first is done first: those on memory of one peer go to one stream.
void Rma::launch_accumulate(Call* call) {
  Work& work = *call->work_;
  call->stage_ = Call::Stage::kKernels;
  while (work.done < work.bytes && work.runs.size() < kMostRuns) {
    DeviceExecutor::Run run;
    bool begun = false;
    Status launched = launch_part(call, &run, &begun);
    if (launched.is_ok() && begun) {
      work.done += run.bytes;
      work.runs.push_back(run);
    }
    if (launched.is_ok() && !begun) return;
    if (!launched.is_ok()) return fail_launch(call, std::move(launched));
  }
}

// A launch that failed ran nothing; the owner can do the rest where it is another process.
void Rma::fail_launch(Call* call, Status&& why) {
  Work& work = *call->work_;
  const bool first = work.done == 0 && work.runs.empty();
  const bool reached = work.operand_reached || work.compare_reached || work.result_reached;
  const bool served = first && !call->target_->reached_.here && !reached;
  if (!served) {
    if (call->status_.is_ok()) call->status_ = std::move(why);
    work.done = work.bytes;
    if (work.runs.empty()) finish(call, std::move(call->status_));
    return;
  }
  warn_once(call->peer_, why);
  work.by = Work::By::kOwner;
  serve(call);
}

Status Rma::launch_part(Call* call, DeviceExecutor::Run* run, bool* begun) {
  Work& work = *call->work_;
  const Fold& fold = work.fold;
  kernels::Strided shape;
  DeviceExecutor::Elements elements;
  const bool shaped = work.remote.layout->as_strided(static_cast<std::uint64_t>(work.remote.offset), work.remote.count, &shape);
  const bool copies = !fold.reads_only() && !work.operand_reached;
  elements.wants_old = work.result.layout != nullptr;
  const bool compares = fold.compares && !work.compare_reached;
  const unsigned copied = (copies ? 1U : 0U) + (compares ? 1U : 0U) + (elements.wants_old && !work.result_reached ? 1U : 0U);
  std::uint64_t bytes = std::min(work.bytes - work.done, DeviceExecutor::most_bytes(copied, !shaped));
  if (shaped) {
    elements.shape = &shape;
  } else {
    extents_.clear();
    bytes = add_extents(work.remote, work.done, bytes, DeviceExecutor::kMostExtents, fold.bytes, &extents_);
    elements.extents = extents_;
  }
  elements.count = bytes / fold.bytes;
  elements.first = work.done;
  if (fold.compares) elements.compare = work.compare + work.done;
  elements.compare_reached = work.compare_reached;
  elements.operand_reached = work.operand_reached;
  kernels::AccumulateShape rooms[2];
  if (!fold.reads_only() && (work.operand_reached || together(work.origin))) {
    elements.operand = reinterpret_cast<const std::byte*>(place_of(work.origin, work.done, &rooms[0], &elements.operand_shape));
  } else if (!fold.reads_only()) {
    packed_.resize(bytes);
    pack_host(work.origin, work.done, packed_);
    elements.operand = packed_.data();
  }
  if (work.result_reached) {
    elements.result = reinterpret_cast<std::byte*>(place_of(work.result, work.done, &rooms[1], &elements.result_shape));
  }
  const bool after = work.before != nullptr || !work.runs.empty();
  // What the resident kernel has is followed by nothing.
  if (!work.runs.empty() && !work.runs.back().in_order) return *begun = false, Status::ok();
  PENSTOCK_TRY(device_.launch(call->target_->reached_, fold, elements, after, run, begun));
  run->first = work.done;
  return Status::ok();
}

// Results are the caller's before the places they came to are used again.
bool Rma::step_kernels(Call* call) {
  Work& work = *call->work_;
  bool moved = false;
  while (!work.runs.empty()) {
    DeviceExecutor::Run& run = work.runs.front();
    bool done = false;
    Status status = device_.test(run, &done);
    if (!done) break;
    if (call->status_.is_ok()) call->status_ = std::move(status);
    if (const auto old = device_.results(run); !old.empty() && call->status_.is_ok()) {
      if (together(work.result)) std::memcpy(static_cast<std::byte*>(work.result.address) + run.first, old.data(), old.size());
      if (!together(work.result)) unpack_host(work.result, run.first, old);
    }
    device_.release(&run);
    work.runs.erase(work.runs.begin());
    moved = true;
  }
  if (!call->status_.is_ok()) work.done = work.bytes;  // nothing more of it
  const std::uint64_t at = work.done;
  if (work.done < work.bytes) launch_accumulate(call);
  if (call->stage_ != Call::Stage::kKernels || !work.runs.empty() || work.done < work.bytes) return moved || work.done != at;
  if (!call->status_.is_ok()) return finish(call, std::move(call->status_)), true;
  return end_layouts(call), true;
}

// All kernels of it are given to the stream where those of later calls follow.
bool Rma::leads(const Call& call) noexcept {
  const Work& work = *call.work_;
  return call.stage_ == Call::Stage::kKernels && work.done == work.bytes &&
         std::ranges::all_of(work.runs, [](const DeviceExecutor::Run& run) { return run.in_order; });
}

// The owner's part of a request: one kernel at a time, which is looked at when the request is.
Status Rma::execute_by_kernels(Deferred* request, const Reached& own, const Fold& fold, std::span<Extent> extents,
                               const Elements& elements, bool* busy) {
  const bool whole = std::ranges::all_of(extents, [&](const Extent& each) { return DeviceExecutor::suits(own, fold, each); });
  if (!whole) {
    Executed executed;
    return device_.run_now(own, fold, extents, elements, executor_, &executed);
  }
  const std::size_t most = std::min(extents.size(), DeviceExecutor::kMostExtents);
  std::uint64_t bytes = 0;
  std::size_t taken = 0;
  const std::uint64_t limit = DeviceExecutor::most_bytes(3, true);
  for (; taken < most && bytes < limit; ++taken) {
    extents[taken].bytes = std::min(extents[taken].bytes, limit - bytes);
    bytes += extents[taken].bytes;
  }
  DeviceExecutor::Elements part;
  part.extents = extents.first(taken);
  part.count = bytes / fold.bytes;
  part.operand = elements.operand;
  part.compare = elements.compare;
  part.wants_old = elements.result != nullptr;
  Status launched = device_.launch(own, fold, part, false, &request->run, &request->runs);
  *busy = launched.is_ok();
  return launched;
}

// False: it is not over.
bool Rma::settle_run(Deferred* request, std::uint32_t element_bytes, Status* status) {
  bool done = false;
  *status = device_.test(request->run, &done);
  if (!done) return false;
  if (const auto old = device_.results(request->run); !old.empty() && status->is_ok()) {
    std::memcpy(request->result.data() + request->done * element_bytes, old.data(), old.size());
  }
  request->done += request->run.bytes / element_bytes;
  request->runs = false;
  device_.release(&request->run);
  return true;
}

}  // namespace penstock::proto::rma
