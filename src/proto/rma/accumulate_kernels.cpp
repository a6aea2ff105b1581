#include "proto/rma/accumulate_kernels.hpp"

#include <algorithm>
#include <cstring>

#include "proto/layout/pack.hpp"

namespace penstock::proto::rma {
namespace {

// Limits the kernels of one accumulate that may be under way.
constexpr std::size_t kMostRuns = 4;

bool strided(const Buffer& buffer, kernels::Strided* out) {
  return buffer.layout->as_strided(reinterpret_cast<std::uint64_t>(buffer.address), buffer.count, out);
}

// Returns the address from which kernels use elements from packed byte `first` on, in memory that they
// reach. *shape stays null for packed elements.
std::uint64_t place_of(const Buffer& buffer, std::uint64_t first, kernels::AccumulateShape* room,
                       const kernels::AccumulateShape** shape) {
  if (is_together(buffer)) return reinterpret_cast<std::uint64_t>(buffer.address) + first;
  kernels::Strided all;
  std::uint64_t base = 0;
  static_cast<void>(strided(buffer, &all));  // reach() has found that it is strided
  *room = DeviceExecutor::shape_of(all, &base);
  if (all.dims == 0) return base + first;
  return *shape = room, base;
}

// Counts the arrays of operands and results that are copied through host memory.
unsigned copied_arrays(const AccumulateWork& work) noexcept {
  const bool operand = !work.fold.reads_only() && !work.kernels.operand_reached;
  const bool compare = work.fold.compares && !work.kernels.compare_reached;
  const bool result = work.wants_result() && !work.kernels.result_reached;
  return (operand ? 1U : 0U) + (compare ? 1U : 0U) + (result ? 1U : 0U);
}

}  // namespace

bool KernelAccumulates::suits(const AccumulateWork& work) {
  const Reached& reached = work.target->reached();
  return reached.gpu >= 0 && reached.takes_kernels(work.fold) && DeviceExecutor::suits(reached, work.fold, work.remote);
}

bool KernelAccumulates::reach(int device, const Buffer& buffer, const accel::Memory& memory, std::uint32_t width) {
  const bool on_device = memory.kind == accel::MemoryKind::kDevice && memory.device == device;
  if (!on_device && memory.kind != accel::MemoryKind::kPinned) return false;
  if (is_together(buffer)) return reinterpret_cast<std::uintptr_t>(buffer.address) % width == 0;
  kernels::Strided shape;
  return on_device && strided(buffer, &shape) && DeviceExecutor::suits(shape, width);
}

Status KernelAccumulates::launch(AccumulateWork* work) {
  bool begun = true;
  while (begun && work->done < work->bytes && work->kernels.runs.size() < kMostRuns) PENSTOCK_TRY(launch_one(work, &begun));
  return Status::ok();
}

// No kernel may follow a task of the resident kernel, which does not run in the order of the stream.
Status KernelAccumulates::launch_one(AccumulateWork* work, bool* begun) {
  std::vector<DeviceExecutor::Run>& runs = work->kernels.runs;
  *begun = runs.empty() || runs.back().in_order;
  if (!*begun) return Status::ok();
  kernels::Strided shape;
  kernels::AccumulateShape rooms[2];
  KernelElements elements;
  const std::uint64_t bytes = choose_elements(*work, &shape, &elements);
  set_operands(*work, bytes, rooms, &elements);
  elements.after_earlier = work->before != nullptr || !runs.empty();
  DeviceExecutor::Run run;
  PENSTOCK_TRY(core_.device.launch(work->target->reached(), work->fold, elements, &run, begun));
  if (!*begun) return Status::ok();
  run.first = work->done;
  work->done += run.bytes;
  runs.push_back(run);
  return Status::ok();
}

// Returns the packed bytes that the next kernel handles, and describes their position in the region.
std::uint64_t KernelAccumulates::choose_elements(const AccumulateWork& work, kernels::Strided* shape, KernelElements* out) {
  const RemoteBuffer& there = work.remote;
  const bool shaped = there.layout->as_strided(static_cast<std::uint64_t>(there.offset), there.count, shape);
  std::uint64_t bytes = std::min(work.bytes - work.done, DeviceExecutor::most_bytes(copied_arrays(work), !shaped));
  if (shaped) {
    out->shape = shape;
  } else {
    extents_.clear();
    bytes = add_extents(there, work.done, bytes, DeviceExecutor::kMostExtents, work.fold.bytes, &extents_);
    out->extents = extents_;
  }
  out->count = bytes / work.fold.bytes;
  out->first = work.done;
  return bytes;
}

// `room` has space for two shapes.
void KernelAccumulates::set_operands(const AccumulateWork& work, std::uint64_t bytes, kernels::AccumulateShape* room,
                                     KernelElements* out) {
  const AccumulateKernels& reached = work.kernels;
  out->operand_reached = reached.operand_reached;
  out->compare_reached = reached.compare_reached;
  out->wants_old = work.wants_result();
  if (work.fold.compares) out->compare = work.compare + work.done;
  if (!work.fold.reads_only() && (reached.operand_reached || is_together(work.origin))) {
    out->operand = reinterpret_cast<const std::byte*>(place_of(work.origin, work.done, &room[0], &out->operand_shape));
  } else if (!work.fold.reads_only()) {
    packed_.resize(bytes);
    pack_host(work.origin, work.done, packed_);
    out->operand = packed_.data();
  }
  if (!reached.result_reached) return;
  out->result = reinterpret_cast<std::byte*>(place_of(work.result, work.done, &room[1], &out->result_shape));
}

bool KernelAccumulates::collect(AccumulateWork* work) {
  std::vector<DeviceExecutor::Run>& runs = work->kernels.runs;
  const std::size_t before = runs.size();
  while (!runs.empty()) {
    bool done = false;
    Status status = core_.device.test(runs.front(), &done);
    if (!done) break;
    if (work->error.is_ok()) work->error = std::move(status);
    if (const auto old = core_.device.results(runs.front()); !old.empty() && work->error.is_ok()) {
      unpack_host(work->result, runs.front().first, old);
    }
    core_.device.release(&runs.front());
    runs.erase(runs.begin());
  }
  return runs.size() != before;
}

}  // namespace penstock::proto::rma
