#include "transport/ipc/plan.hpp"

#include <algorithm>

namespace penstock::transport::ipc {
namespace {

using accel::MemoryKind;

bool on_gpu(MemoryKind kind) {
  return kind == MemoryKind::kDevice || kind == MemoryKind::kManaged;
}
bool pageable(MemoryKind kind) {
  return kind == MemoryKind::kHost;
}

Plan refuse(std::string_view why) {
  return {.refusal = why, .cost = {}};
}

// The cost is a launch and its completion as seen by the CPU, then the link's rate.
Cost cost_of(const Config& config, const Bulk& bulk, bool contiguous, bool small, bool pushes) {
  const MemoryKind local = bulk.local.kind;
  const MemoryKind remote = bulk.remote.kind;
  const auto either = [&](MemoryKind kind) { return local == kind || remote == kind; };
  if (either(MemoryKind::kManaged)) return config.cost_managed;
  if (either(MemoryKind::kHost)) return config.cost_pageable;
  if (either(MemoryKind::kPinned)) return config.cost_pinned;
  if (!contiguous) return config.cost_gpu_strided.slowed(link_share(bulk.remote_shape));
  return small ? config.cost_gpu_small : pushes ? config.cost_gpu_push : config.cost_gpu_copy;
}

bool within(const Footprint& footprint, std::uint64_t base, std::uint64_t size) {
  return footprint.low >= base && footprint.high - base <= size;
}

// Memory of this process needs no export; the driver reports where its allocation ends. Returns false if the bytes do not lie
// within one allocation.
bool own_memory(accel::Accel& accel, const Bulk& bulk, const Footprint& footprint, int* device, bool* reaches) {
  if (pageable(bulk.remote.kind)) return true;
  accel::Memory memory;
  if (!accel.query(reinterpret_cast<const void*>(footprint.low), &memory).is_ok()) return false;
  if (memory.kind != bulk.remote.kind || !within(footprint, memory.base, memory.size)) return false;
  if (*device < 0) *device = memory.device;
  *reaches = memory.kind != MemoryKind::kDevice || memory.device == *device;
  return true;
}

}  // namespace

Plan plan(accel::Accel& accel, const Config& config, const accel::ProcessId& self, const accel::ProcessId& peer, Verb verb,
          const Bulk& bulk) {
  const MemoryKind local = bulk.local.kind;
  const MemoryKind remote = bulk.remote.kind;
  if (!on_gpu(local) && !on_gpu(remote)) return refuse("neither side is GPU memory");
  if (!(bulk.remote.owner == peer)) return refuse("the memory is not the peer's own");
  if (!accel.live()) return refuse("this process does not use CUDA");
  Footprint far;
  Footprint near;
  if (!measure(bulk.remote_shape, bulk.first, bulk.bytes, &far).is_ok() ||
      (!bulk.by_list && !measure(bulk.local_shape, bulk.first, bulk.bytes, &near).is_ok())) {
    return refuse("a shape does not fit the address space");
  }
  const bool contiguous = both_contiguous(bulk);
  if (!contiguous && (pageable(local) || pageable(remote))) return refuse("a kernel cannot reach pageable host memory");

  Plan out;
  bool reaches = true;
  out.device = local == MemoryKind::kDevice ? bulk.local.device : -1;
  out.mapped = !(peer == self);
  if (!out.mapped) {
    if (!own_memory(accel, bulk, far, &out.device, &reaches)) return refuse("the memory does not lie within one allocation");
  } else {
    const accel::Export& exported = bulk.remote.device;
    if (bulk.remote.exported == 0) return refuse("the peer cannot export the memory");
    if (remote != MemoryKind::kDevice || !(exported.owner == peer)) return refuse("the peer's export is malformed");
    if (!within(far, exported.base, exported.size)) return refuse("the memory does not lie within the exported allocation");
    out.mapping_gap = bulk.remote_shape.base - exported.base;
  }
  if (out.device < 0) out.device = accel.working_device();
  if (out.device < 0) return refuse("no device to work with");
  if (out.mapped && !accel.imports().importable(bulk.remote.device, out.device))
    return refuse("the peer's GPU cannot be reached from here");
  if (bulk.bytes <= std::max(config.kernel_copy_limit, config.resident_limit)) {
    out.by = accel::copied_by(local, remote, reaches, bulk.bytes);
  }
  const bool small = out.by == accel::By::kEngineOrKernel && bulk.bytes <= config.resident_limit;
  out.cost = cost_of(config, bulk, contiguous, small, verb == Verb::kPut);
  return out;
}

// The peer must map this rank's memory, and its device must be able to access this rank's device: access is symmetric. A
// strided copy is made by a kernel of either; the better one is on the side with the smaller blocks, which then do not cross
// the link.
bool peer_can_put(accel::Accel& accel, const Config& config, const Bulk& bulk, Cost* cost) {
  const bool devices = bulk.local.kind == MemoryKind::kDevice && bulk.remote.kind == MemoryKind::kDevice;
  if (!devices || !bulk.local.exportable || !config.cuda_ipc || bulk.remote.exported == 0) return false;
  if (bulk.by_list) return false;
  if (!accel.imports().importable(bulk.remote.device, bulk.local.device)) return false;
  *cost = both_contiguous(bulk) ? config.cost_gpu_push : config.cost_gpu_strided.slowed(link_share(bulk.local_shape));
  return true;
}

}  // namespace penstock::transport::ipc
