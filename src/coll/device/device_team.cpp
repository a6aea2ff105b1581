#include "coll/device/device_team.hpp"

#include <fmt/format.h>

#include <utility>

namespace penstock::coll {
namespace {

constexpr std::size_t kProbeBytes = 4096;

}  // namespace

void Mappings::pin(const accel::Mapping& mapping) {
  pinned_.push_back(mapping);
  accel_.pin_mapping(mapping);
}

void Mappings::release() noexcept {
  for (const accel::Mapping& mapping : pinned_) accel_.unpin_mapping(mapping);
  pinned_.clear();
}

// A failure here has no call to be told by; the memory goes with the process.
DeviceTeam::~DeviceTeam() {
  if (probe_.base != 0) static_cast<void>(engine_.accel().release(probe_));
}

Status DeviceTeam::open(DeviceCard* out) {
  PENSTOCK_TRY(engine_.accel().allocate(device_, kProbeBytes, &probe_));
  return lend(reinterpret_cast<const void*>(probe_.base), kProbeBytes, &out->where, &out->send);
}

Status DeviceTeam::try_to_reach(std::span<const DeviceCard> cards) {
  Mappings mappings(engine_.accel());
  for (int member = 0; member < size(); ++member) {
    const DeviceCard& card = cards[static_cast<std::size_t>(member)];
    if (card.where != Whereabouts::kDevice) return Status::error(Code::kUnsupported, "rank {} lends nothing", member);
    std::uint64_t address = 0;
    PENSTOCK_TRY(reach(member, card.send, &mappings, &address));
  }
  return Status::ok();
}

// What a message would find out by trying is found out for all members at once: what one cannot map goes over the host.
Status DeviceTeam::lend(const void* address, std::uint64_t bytes, Whereabouts* where, transport::RegionCard* out) {
  *out = {};
  if (bytes == 0) return Status::ok();
  *where = Whereabouts::kElsewhere;
  accel::Memory memory;
  PENSTOCK_TRY(engine_.accel().query(address, &memory));
  if (memory.kind != accel::MemoryKind::kDevice || memory.device != device_ || !memory.exportable) return Status::ok();
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  if (!memory.by_descriptors && first + bytes > memory.base + memory.size) return Status::ok();  // of several allocations
  for (const int peer : world_) {
    if (Status lent = engine_.lend(peer, memory, address, bytes, out); !lent.is_ok()) {
      return lent.code() == Code::kUnsupported ? Status::ok() : std::move(lent);
    }
  }
  *where = Whereabouts::kDevice;
  return Status::ok();
}

Status DeviceTeam::find(const void* address, std::uint64_t bytes, Whereabouts* where) {
  if (bytes == 0) return Status::ok();
  accel::Memory memory;
  PENSTOCK_TRY(engine_.accel().query(address, &memory));
  const bool here = memory.kind == accel::MemoryKind::kDevice && memory.device == device_;
  *where = here ? Whereabouts::kDevice : Whereabouts::kElsewhere;
  return Status::ok();
}

Status DeviceTeam::reach(int member, const transport::RegionCard& region, Mappings* mappings, std::uint64_t* address) {
  if (member == rank_) return *address = region.address, Status::ok();
  accel::Accel& accel = engine_.accel();
  engine_.borrow(world_[static_cast<std::size_t>(member)], region);
  if (region.exported == 0 || !accel.importable(region.device, device_)) {
    return Status::error(Code::kTransport, "device {} cannot map GPU memory of rank {} of the job", device_,
                         world_[static_cast<std::size_t>(member)]);
  }
  accel::Mapping mapping;
  PENSTOCK_TRY(accel.import_memory(region.device, device_, &mapping));
  mappings->pin(mapping);
  *address = mapping.address + (region.address - region.device.base);
  return Status::ok();
}

}  // namespace penstock::coll
