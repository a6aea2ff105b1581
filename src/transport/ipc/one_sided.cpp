#include "transport/ipc/one_sided.hpp"

#include <algorithm>

namespace penstock::transport::ipc {

Status IpcOneSided::register_memory(const Region& region) {
  if (region.memory.kind == accel::MemoryKind::kDevice) return Status::ok();
  return Status::error(Code::kUnsupported, "{} memory is not exported", accel::kind_name(region.memory.kind));
}

// Ranks of this process need no export. Memory that cannot be exported, or not to that peer, is accessed through its owner.
Status IpcOneSided::describe(const Region& region, int peer, BufferDescriptor* descriptor, std::vector<std::byte>*) {
  accel::ProcessId theirs;
  PENSTOCK_TRY(process_of_(peer, &theirs));
  if (theirs == process_) return Status::ok();
  if (environment_.config.cuda_ipc && export_registry_.can_export_to(peer, region.memory)) {
    const Footprint whole{region.base, region.base + region.bytes};
    PENSTOCK_TRY(export_registry_.export_to(peer, region.memory, whole, descriptor));
  }
  if (descriptor->exported != 0) return Status::ok();
  return Status::error(Code::kUnsupported, "GPU memory that rank {} cannot map", peer);
}

// Memory of this process has a device of its own, whose kernels execute; memory of peers is mapped for the device that works.
int IpcOneSided::atomics_device(const Remote& remote, const Plan& plan) {
  if (plan.mapped) return environment_.accel.imports().atomics_reach(remote.descriptor.device, plan.device) ? plan.device : -1;
  accel::Memory memory;
  const Status known = environment_.accel.query(reinterpret_cast<const void*>(remote.descriptor.address), &memory);
  return known.is_ok() && memory.kind == accel::MemoryKind::kDevice ? memory.device : -1;
}

Status IpcOneSided::attach(const RemoteKey& key, std::span<const std::byte>, Remote* out) {
  accel::ProcessId theirs;
  PENSTOCK_TRY(process_of_(out->peer, &theirs));
  if (!(key.head.descriptor.owner == theirs)) {
    return Status::error(Code::kProtocol, "a key of rank {} names GPU memory of process {}, which is not that rank", out->peer,
                         key.head.descriptor.owner.pid);
  }
  if (!environment_.accel.live()) return Status::error(Code::kUnsupported, "this process does not use CUDA");
  export_registry_.accept_region(out->peer, out->descriptor);
  Move whole = contiguous(0, nullptr, out->bytes);
  whole.memory = {.kind = accel::MemoryKind::kDevice, .device = environment_.accel.working_device()};
  const Bulk bulk = bulk_of(*out, whole);
  const Plan put = plan(environment_.accel, environment_.config, process_, theirs, Verb::kPut, bulk);
  if (!put.refusal.empty()) return Status::error(Code::kUnsupported, "GPU memory of rank {}: {}", out->peer, put.refusal);
  if (put.mapped) {
    PENSTOCK_TRY(environment_.accel.imports().import_memory(out->descriptor.device, put.device, &out->mapping));
    environment_.accel.imports().pin_mapping(out->mapping);
  }
  out->device = put.mapped ? out->mapping.address + put.mapping_gap : out->descriptor.address;
  out->atomics_device = atomics_device(*out, put);
  out->bits = kRemotePut | kRemoteGet | kHostLocal | kDeviceLocal | kStridedMoves | kNeedsNoTarget;
  out->put_cost = put.cost;
  out->get_cost = plan(environment_.accel, environment_.config, process_, theirs, Verb::kGet, bulk).cost;
  return Status::ok();
}

}  // namespace penstock::transport::ipc
