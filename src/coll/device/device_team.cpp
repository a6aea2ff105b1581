#include "coll/device/device_team.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "coll/device/device_run.hpp"

namespace penstock::coll {
namespace {

// How many of them have the device that this one has.
std::ptrdiff_t members_on(const DeviceCard& one, std::span<const DeviceCard> cards) {
  const auto same = [&](const DeviceCard& other) { return other.send.device.gpu == one.send.device.gpu; };
  return std::ranges::count_if(cards, same);
}

}  // namespace

Status DeviceProbe::get(accel::Accel& accel, int device, const void** out) {
  if (memory_.base == 0 || memory_.device != device) PENSTOCK_TRY(accel.allocate(device, kBytes, &memory_));
  *out = reinterpret_cast<const void*>(memory_.base);
  return Status::ok();
}

Status DeviceTeam::open(DeviceProbe& probe, DeviceCard* out) {
  const void* address = nullptr;
  probe_ = &probe;
  PENSTOCK_TRY(probe.get(engine_.accel(), device_, &address));
  PENSTOCK_TRY(lend(address, DeviceProbe::kBytes, Lending::kAtOnce, &out->where, &out->send));
  const std::uint64_t most = engine_.config().coll_one_shot;
  PENSTOCK_TRY(Inboxes::make(engine_.accel(), probe.scratch(), device_, rank_, size(), most, &inboxes_));
  Whereabouts where = Whereabouts::kNothing;
  if (!inboxes_) return Status::ok();
  return lend(inboxes_->address(), inboxes_->bytes(), Lending::kAtOnce, &where, &out->recv);
}

Status DeviceTeam::try_to_reach(std::span<const DeviceCard> cards) {
  borrow(cards);
  Mappings mappings(engine_.accel());
  for (int member = 0; member < size(); ++member) {
    const DeviceCard& card = cards[static_cast<std::size_t>(member)];
    if (card.where != Whereabouts::kDevice) return Status::error(Code::kUnsupported, "rank {} lends nothing", member);
    std::uint64_t address = 0;
    PENSTOCK_TRY(reach(member, card.send, &mappings, &address));
  }
  own_devices_ = std::ranges::none_of(cards, [&](const DeviceCard& card) { return members_on(card, cards) != 1; });
  return Status::ok();
}

// Kernels that wait for each other need a device each: two processes on one take turns, a long time each.
Status DeviceTeam::try_to_reach_inboxes(std::span<const DeviceCard> cards) {
  for (int member = 0; member < size(); ++member) {
    const DeviceCard& card = cards[static_cast<std::size_t>(member)];
    if (members_on(card, cards) != 1) return Status::error(Code::kUnsupported, "rank {} shares its GPU", member);
    if (!inboxes_ || card.recv.exported == 0) return Status::error(Code::kUnsupported, "rank {} has no inbox", member);
    std::uint64_t address = 0;
    PENSTOCK_TRY(reach(member, card.recv, &inboxes_->mappings(), &address));
    inboxes_->set(member, address);
  }
  return Status::ok();
}

void DeviceTeam::want_rings() noexcept {
  if (rings_stage_ == Stage::kNotYet && may_have_rings()) rings_stage_ = Stage::kWanted;
}

Status DeviceTeam::offer_rings(RingsCard* out) {
  const Config& config = engine_.config();
  const unsigned blocks = joint_blocks(config);
  PENSTOCK_TRY(Rings::make(engine_.accel(), probe_->scratch(), device_, rank_, size(), config.coll_flow, blocks, &rings_));
  if (!rings_) return Status::ok();
  Whereabouts where = Whereabouts::kNothing;
  PENSTOCK_TRY(lend(rings_->address(), rings_->bytes(), Lending::kAtOnce, &where, &out->region));
  if (out->region.exported != 0) out->channels = rings_->channels();
  return Status::ok();
}

Status DeviceTeam::try_to_reach_rings(std::span<const RingsCard> cards) {
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (int member = 0; member < size(); ++member) {
    const RingsCard& card = cards[static_cast<std::size_t>(member)];
    if (!rings_ || card.channels == 0) return Status::error(Code::kUnsupported, "rank {} has no room for rings", member);
    std::uint64_t address = 0;
    PENSTOCK_TRY(reach(member, card.region, &rings_->mappings(), &address));
    rings_->set(member, address);
    least = std::min(least, card.channels);
  }
  rings_->use_channels(least);
  return Status::ok();
}

void DeviceTeam::use_rings(bool all_reach) noexcept {
  rings_stage_ = all_reach ? Stage::kUsed : Stage::kNever;
  if (!all_reach) rings_.reset();
}

void DeviceTeam::want_nccl() noexcept {
  if (nccl_stage_ == Stage::kNotYet && own_devices_) nccl_stage_ = Stage::kWanted;
}

Status DeviceTeam::offer_nccl(NcclCard* out) {
  std::shared_ptr<const accel::Nccl> nccl = probe_->nccl().get(engine_.config().nccl_lib, log());
  if (!nccl) return Status::ok();
  nccl_ = std::make_unique<NcclTeam>(std::move(nccl), engine_.accel(), log(), device_);
  if (rank_ == 0) PENSTOCK_TRY(nccl_->get_unique_id(&out->id));
  out->version = nccl_->version();
  return Status::ok();
}

Status DeviceTeam::begin_nccl(std::span<const NcclCard> cards) {
  for (int member = 0; member < size(); ++member) {
    const int theirs = cards[static_cast<std::size_t>(member)].version;
    if (theirs == 0) return Status::error(Code::kUnsupported, "rank {} of the communicator has none", member);
    if (theirs == cards[0].version) continue;
    return Status::error(Code::kUnsupported, "rank {} of the communicator has version {}, rank 0 {}", member,
                         accel::Nccl::version_text(theirs), accel::Nccl::version_text(cards[0].version));
  }
  return nccl_->begin(cards[0].id, rank_, size());
}

void DeviceTeam::use_nccl(bool all_have) noexcept {
  nccl_stage_ = all_have ? Stage::kUsed : Stage::kNever;
  if (!all_have) nccl_.reset();
}

// What a message would find out by trying is found out for all members at once: what one cannot map none does.
Status DeviceTeam::lend(const void* address, std::uint64_t bytes, Lending how, Whereabouts* where, transport::RegionCard* out) {
  *out = {};
  if (bytes == 0) return Status::ok();
  accel::Memory memory;
  PENSTOCK_TRY(engine_.accel().query(address, &memory));
  *where = memory.on_host() ? Whereabouts::kElsewhere : Whereabouts::kApart;
  if (memory.kind != accel::MemoryKind::kDevice || memory.device != device_ || !memory.exportable) return Status::ok();
  if (how == Lending::kNever) return Status::ok();
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  if (!memory.by_descriptors && first + bytes > memory.base + memory.size) return Status::ok();  // of several allocations
  if (regions_ended_ != engine_.regions_ended()) {
    loans_ = {};
    regions_ended_ = engine_.regions_ended();
  }
  const auto known = std::ranges::find(loans_, memory.buffer_id, &Loan::buffer_id);
  if (memory.by_descriptors || memory.buffer_id == 0 || known == loans_.end()) {
    if (how != Lending::kAtOnce && !worth_lending(memory, bytes, how)) return Status::ok();
    if (Status lent = lend_anew(memory, address, bytes, out); !lent.is_ok()) {
      return lent.code() == Code::kUnsupported ? Status::ok() : std::move(lent);
    }
    if (!memory.by_descriptors) loans_[next_loan_++ % kLoans] = {memory.buffer_id, *out};
  } else {
    *out = known->region;
    out->address = first;
  }
  *where = Whereabouts::kDevice;
  return Status::ok();
}

// Chunks come and go one by one, so that nobody could tell how much a range of them was used.
bool DeviceTeam::worth_lending(const accel::Memory& memory, std::uint64_t bytes, Lending how) {
  if (memory.by_descriptors || memory.buffer_id == 0) return true;
  const bool flows = how == Lending::kWhenWorthFlow;
  return probe_->first_uses().worth_mapping(memory.buffer_id, bytes, flows ? FirstUses::kFlows : FirstUses::kAreas);
}

Status DeviceTeam::lend_anew(const accel::Memory& memory, const void* address, std::uint64_t bytes,
                             transport::RegionCard* out) {
  for (const int peer : world_) PENSTOCK_TRY(engine_.lend(peer, memory, address, bytes, out));
  return Status::ok();
}

Status DeviceTeam::find(const void* address, std::uint64_t bytes, Whereabouts* where) {
  if (bytes == 0) return Status::ok();
  accel::Memory memory;
  PENSTOCK_TRY(engine_.accel().query(address, &memory));
  const bool here = memory.kind == accel::MemoryKind::kDevice && memory.device == device_;
  *where = here ? Whereabouts::kDevice : memory.on_host() ? Whereabouts::kElsewhere : Whereabouts::kApart;
  return Status::ok();
}

void DeviceTeam::borrow(std::span<const DeviceCard> cards) {
  for (int member = 0; member < size(); ++member) {
    if (member == rank_) continue;
    const DeviceCard& card = cards[static_cast<std::size_t>(member)];
    for (const transport::RegionCard* region : {&card.send, &card.recv}) {
      if (region->device.token != 0) engine_.borrow(world_[static_cast<std::size_t>(member)], *region);
    }
  }
}

Status DeviceTeam::reach(int member, const transport::RegionCard& region, Mappings* mappings, std::uint64_t* address) {
  if (member == rank_) return *address = region.address, Status::ok();
  accel::Accel& accel = engine_.accel();
  if (region.exported == 0 || !(accel.mapped(region.device, device_) || accel.importable(region.device, device_))) {
    return Status::error(Code::kTransport, "GPU memory of rank {} of the job is out of reach of device {}: {}",
                         world_[static_cast<std::size_t>(member)], device_,
                         region.exported == 0 ? "that rank has named none" : "there is no way between the devices");
  }
  accel::Mapping mapping;
  PENSTOCK_TRY(accel.import_memory(region.device, device_, &mapping));
  mappings->pin(mapping);
  *address = mapping.address + (region.address - region.device.base);
  return Status::ok();
}

}  // namespace penstock::coll
