#include "coll/device/device_team.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "coll/device/device_run.hpp"

namespace penstock::coll {
namespace {

// How many of them have the device that this one has.
std::ptrdiff_t members_on(const CallDescriptor& one, std::span<const CallDescriptor> descriptors) {
  const auto same = [&](const CallDescriptor& other) { return other.send.device.gpu == one.send.device.gpu; };
  return std::ranges::count_if(descriptors, same);
}

}  // namespace

Status DeviceProbe::get(accel::Accel& accel, int device, const void** out) {
  if (memory_.base == 0 || memory_.device != device) PENSTOCK_TRY(accel.allocations().allocate(device, kBytes, &memory_));
  *out = reinterpret_cast<const void*>(memory_.base);
  return Status::ok();
}

Status DeviceTeam::open(DeviceProbe& probe, CallDescriptor* out) {
  const void* address = nullptr;
  probe_ = &probe;
  PENSTOCK_TRY(probe.get(engine_.accel(), device_, &address));
  PENSTOCK_TRY(export_buffer(address, DeviceProbe::kBytes, ExportWhen::kAtOnce, &out->where, &out->send));
  const std::uint64_t most = engine_.config().coll_one_shot;
  PENSTOCK_TRY(LlBuffers::make(engine_.accel(), probe.workspace(), device_, rank_, size(), most, &ll_buffers_));
  Whereabouts where = Whereabouts::kNothing;
  if (!ll_buffers_) return Status::ok();
  return export_buffer(ll_buffers_->address(), ll_buffers_->bytes(), ExportWhen::kAtOnce, &where, &out->recv);
}

Status DeviceTeam::try_to_reach(std::span<const CallDescriptor> descriptors) {
  accept_regions(descriptors);
  Mappings mappings(engine_.accel().imports());
  for (int member = 0; member < size(); ++member) {
    const CallDescriptor& descriptor = descriptors[static_cast<std::size_t>(member)];
    if (descriptor.where != Whereabouts::kDevice) return Status::error(Code::kUnsupported, "rank {} exports nothing", member);
    std::uint64_t address = 0;
    PENSTOCK_TRY(reach(member, descriptor.send, &mappings, &address));
  }
  own_devices_ = std::ranges::none_of(
      descriptors, [&](const CallDescriptor& descriptor) { return members_on(descriptor, descriptors) != 1; });
  return Status::ok();
}

// Kernels that wait for each other need a device each: two processes on one take turns, a long time each.
Status DeviceTeam::try_to_reach_ll_buffers(std::span<const CallDescriptor> descriptors) {
  for (int member = 0; member < size(); ++member) {
    const CallDescriptor& descriptor = descriptors[static_cast<std::size_t>(member)];
    if (members_on(descriptor, descriptors) != 1) return Status::error(Code::kUnsupported, "rank {} shares its GPU", member);
    if (!ll_buffers_ || descriptor.recv.exported == 0)
      return Status::error(Code::kUnsupported, "rank {} has no LL buffer", member);
    std::uint64_t address = 0;
    PENSTOCK_TRY(reach(member, descriptor.recv, &ll_buffers_->mappings(), &address));
    ll_buffers_->set(member, address);
  }
  return Status::ok();
}

void DeviceTeam::want_fifos() noexcept {
  if (fifos_stage_ == Stage::kNotYet && may_have_fifos()) fifos_stage_ = Stage::kWanted;
}

Status DeviceTeam::offer_fifos(FifosDescriptor* out) {
  const Config& config = engine_.config();
  const unsigned blocks = coscheduled_blocks(config);
  PENSTOCK_TRY(
      Fifos::make(engine_.accel(), probe_->workspace(), device_, rank_, size(), config.coll_pipeline, blocks, &fifos_));
  if (!fifos_) return Status::ok();
  Whereabouts where = Whereabouts::kNothing;
  PENSTOCK_TRY(export_buffer(fifos_->address(), fifos_->bytes(), ExportWhen::kAtOnce, &where, &out->region));
  if (out->region.exported != 0) out->channels = fifos_->channels();
  return Status::ok();
}

Status DeviceTeam::try_to_reach_fifos(std::span<const FifosDescriptor> descriptors) {
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (int member = 0; member < size(); ++member) {
    const FifosDescriptor& descriptor = descriptors[static_cast<std::size_t>(member)];
    if (!fifos_ || descriptor.channels == 0) return Status::error(Code::kUnsupported, "rank {} has no room for FIFOs", member);
    std::uint64_t address = 0;
    PENSTOCK_TRY(reach(member, descriptor.region, &fifos_->mappings(), &address));
    fifos_->set(member, address);
    least = std::min(least, descriptor.channels);
  }
  fifos_->use_channels(least);
  return Status::ok();
}

void DeviceTeam::use_fifos(bool all_reach) noexcept {
  fifos_stage_ = all_reach ? Stage::kUsed : Stage::kNever;
  if (!all_reach) fifos_.reset();
}

void DeviceTeam::want_nccl() noexcept {
  if (nccl_stage_ == Stage::kNotYet && own_devices_) nccl_stage_ = Stage::kWanted;
}

Status DeviceTeam::offer_nccl(NcclDescriptor* out) {
  std::shared_ptr<const accel::Nccl> nccl = probe_->nccl().get(engine_.config().nccl_lib, log());
  if (!nccl) return Status::ok();
  nccl_ = std::make_unique<NcclTeam>(std::move(nccl), engine_.accel().queues(), log(), device_);
  if (rank_ == 0) PENSTOCK_TRY(nccl_->get_unique_id(&out->id));
  out->version = nccl_->version();
  return Status::ok();
}

Status DeviceTeam::begin_nccl(std::span<const NcclDescriptor> descriptors) {
  for (int member = 0; member < size(); ++member) {
    const int theirs = descriptors[static_cast<std::size_t>(member)].version;
    if (theirs == 0) return Status::error(Code::kUnsupported, "rank {} of the communicator has none", member);
    if (theirs == descriptors[0].version) continue;
    return Status::error(Code::kUnsupported, "rank {} of the communicator has version {}, rank 0 {}", member,
                         accel::Nccl::version_text(theirs), accel::Nccl::version_text(descriptors[0].version));
  }
  return nccl_->begin(descriptors[0].id, rank_, size());
}

void DeviceTeam::use_nccl(bool all_have) noexcept {
  nccl_stage_ = all_have ? Stage::kUsed : Stage::kNever;
  if (!all_have) nccl_.reset();
}

// What a message would find out by trying is found out for all members at once: what one cannot map none does.
Status DeviceTeam::export_buffer(const void* address, std::uint64_t bytes, ExportWhen how, Whereabouts* where,
                                 transport::BufferDescriptor* out) {
  *out = {};
  if (bytes == 0) return Status::ok();
  accel::Memory memory;
  PENSTOCK_TRY(engine_.accel().query(address, &memory));
  *where = memory.on_host() ? Whereabouts::kElsewhere : Whereabouts::kNotExportable;
  if (memory.kind != accel::MemoryKind::kDevice || memory.device != device_ || !memory.exportable) return Status::ok();
  if (how == ExportWhen::kNever) return Status::ok();
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  if (!memory.by_descriptors && first + bytes > memory.base + memory.size) return Status::ok();  // of several allocations
  if (regions_ended_ != engine_.device_exports().regions_ended()) {
    told_ = {};
    regions_ended_ = engine_.device_exports().regions_ended();
  }
  const auto known = std::ranges::find(told_, memory.buffer_id, &Told::buffer_id);
  if (memory.by_descriptors || memory.buffer_id == 0 || known == told_.end()) {
    if (how != ExportWhen::kAtOnce && !worth_exporting(memory, bytes, how)) return Status::ok();
    if (Status exposed = export_anew(memory, address, bytes, out); !exposed.is_ok()) {
      return exposed.code() == Code::kUnsupported ? Status::ok() : std::move(exposed);
    }
    if (!memory.by_descriptors) told_[next_told_++ % kTold] = {memory.buffer_id, *out};
  } else {
    *out = known->region;
    out->address = first;
  }
  *where = Whereabouts::kDevice;
  return Status::ok();
}

// Chunks come and go one by one, so that nobody could tell how much a range of them was used.
bool DeviceTeam::worth_exporting(const accel::Memory& memory, std::uint64_t bytes, ExportWhen how) {
  if (memory.by_descriptors || memory.buffer_id == 0) return true;
  const bool pipelines = how == ExportWhen::kWhenWorthPipeline;
  return probe_->first_uses().worth_mapping(memory.buffer_id, bytes, pipelines ? FirstUses::kPipelines : FirstUses::kWorkspace);
}

Status DeviceTeam::export_anew(const accel::Memory& memory, const void* address, std::uint64_t bytes,
                               transport::BufferDescriptor* out) {
  for (const int peer : world_) PENSTOCK_TRY(engine_.device_exports().export_to(peer, memory, address, bytes, out));
  return Status::ok();
}

Status DeviceTeam::find(const void* address, std::uint64_t bytes, Whereabouts* where) {
  if (bytes == 0) return Status::ok();
  accel::Memory memory;
  PENSTOCK_TRY(engine_.accel().query(address, &memory));
  const bool here = memory.kind == accel::MemoryKind::kDevice && memory.device == device_;
  *where = here ? Whereabouts::kDevice : memory.on_host() ? Whereabouts::kElsewhere : Whereabouts::kNotExportable;
  return Status::ok();
}

void DeviceTeam::accept_regions(std::span<const CallDescriptor> descriptors) {
  for (int member = 0; member < size(); ++member) {
    if (member == rank_) continue;
    const CallDescriptor& descriptor = descriptors[static_cast<std::size_t>(member)];
    for (const transport::BufferDescriptor* region : {&descriptor.send, &descriptor.recv}) {
      if (region->device.token != 0) engine_.device_exports().accept_region(world_[static_cast<std::size_t>(member)], *region);
    }
  }
}

Status DeviceTeam::reach(int member, const transport::BufferDescriptor& region, Mappings* mappings, std::uint64_t* address) {
  if (member == rank_) return *address = region.address, Status::ok();
  accel::Accel& accel = engine_.accel();
  if (region.exported == 0 ||
      !(accel.imports().mapped(region.device, device_) || accel.imports().importable(region.device, device_))) {
    return Status::error(Code::kTransport, "GPU memory of rank {} of the job is out of reach of device {}: {}",
                         world_[static_cast<std::size_t>(member)], device_,
                         region.exported == 0 ? "that rank has named none" : "there is no way between the devices");
  }
  accel::Mapping mapping;
  PENSTOCK_TRY(accel.imports().import_memory(region.device, device_, &mapping));
  mappings->pin(mapping);
  *address = mapping.address + (region.address - region.device.base);
  return Status::ok();
}

}  // namespace penstock::coll
