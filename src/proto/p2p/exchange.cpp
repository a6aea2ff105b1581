// Exchange slots: GPU memory of ours through which goes what a peer cannot map, or has not mapped yet.
#include <algorithm>

#include "proto/p2p/p2p.hpp"

namespace penstock::proto {

namespace {

// A message that the receiver's kernels move best directly, if its memory is mapped.
bool moves_well(const Config& config, const Transfer& transfer) {
  if (!transfer.side.one_run) return false;
  if (transfer.side.contiguous) return true;
  const base::Cost direct = config.cost_gpu_strided.slowed(transport::link_share(transfer.side.shape));
  return direct.of(transfer.bytes) <= config.cost_exchange.of(transfer.bytes);
}

}  // namespace

// At most one transport of a build has exchange slots.
transport::Transport* P2p::any_exchange() noexcept {
  for (const auto& transport : parts_.peers.transports()) {
    if (transport->exchange() != nullptr) return transport.get();
  }
  return nullptr;
}

// Null where the peer cannot map them.
transport::Transport* P2p::exchange_with(int peer) noexcept {
  transport::Transport* via = any_exchange();
  return via != nullptr && (parts_.peers.mask(peer) >> parts_.peers.index_of(via) & 1U) != 0 ? via : nullptr;
}

// For a sender: the slots that a message could go through. Null: none, the peer is to map the memory.
const transport::ExchangeArea* P2p::area_for(const Transfer& transfer) {
  const int peer = transfer.peer;
  const accel::Memory& memory = transfer.side.memory;
  if (!mover_.suits_device(memory, transfer.bytes)) return nullptr;
  if (memory.on_host() && !first_offers_.wants_area(peer)) return nullptr;
  const bool mapped_first = moves_well(parts_.config, transfer) && mappable_by(peer, memory) &&
                            (parts_.config.map_after_us == 0 || !first_offers_.another(peer, memory.buffer_id));
  transport::Transport* via = mapped_first ? nullptr : exchange_with(peer);
  if (via == nullptr) return nullptr;
  const transport::ExchangeArea* area = nullptr;
  if (Status made = via->exchange()->area(peer, mover_.device_of(memory), &area); !made.is_ok()) {
    parts_.log.warn("there are no exchange slots on a GPU, what peers cannot map goes through host memory, more slowly: {}",
                    made.message());
  }
  return area;
}

// For a receiver: the area that the sender named.
bool P2p::area_reached(const Transfer& transfer) {
  const accel::Memory& memory = transfer.side.memory;
  if (transfer.area == 0 || transfer.no_exchange || !mover_.suits_device(memory, transfer.bytes)) return false;
  transport::Transport* via = exchange_with(transfer.peer);
  return via != nullptr && via->exchange()->reaches(transfer.peer, transfer.area - 1U, mover_.device_of(memory));
}

// For a receiver: a sender of pinned memory cannot know that the bytes are bound for GPU memory which it cannot map.
bool P2p::misses_area(const Transfer& transfer) {
  const accel::Memory& memory = transfer.side.memory;
  return transfer.area == 0 && transfer.source_kind == accel::MemoryKind::kPinned && transfer.bytes >= Mover::kLeastPinned &&
         !mappable_by(transfer.peer, memory) && mover_.wants_device(memory) && exchange_with(transfer.peer) != nullptr;
}

// False: the pieces come through host memory.
bool P2p::map_area(Transfer* transfer) {
  transport::Transport* via = exchange_with(transfer->peer);
  Status mapped = via->exchange()->map(transfer->peer, transfer->area - 1U, mover_.device_of(transfer->side.memory));
  transfer->no_exchange = !mapped.is_ok();
  if (transfer->no_exchange && !warned_exchange_) {
    warned_exchange_ = true;
    parts_.log.warn("mapping exchange slots of rank {} failed, what cannot be mapped goes through host memory, more slowly: {}",
                    transfer->peer, mapped.message());
  }
  return !transfer->no_exchange;
}

// Whether a get or put that was chosen would have to map the peer's allocation, and that is not worth it yet.
bool P2p::stays_unmapped(const Transfer& transfer, const Candidates& candidates, const Choice& choice) {
  if (choice.via != candidates.exchange || candidates.exchange == nullptr || transfer.offer.region.exported == 0) return false;
  const accel::Export& exported = transfer.offer.region.device;
  if (parts_.accel.mapped(exported, mover_.device_of(transfer.side.memory))) return false;
  const double excess = candidates.exchange_cost.of(transfer.bytes) - choice.cost.of(transfer.bytes);
  return !first_touch_.worth_mapping(exported, excess, parts_.accel.mapping_us());
}

// Whether to push what the receiver could pull: at once where its allocation is mapped, else once that would have paid for it.
bool P2p::worth_pushing(const Transfer& transfer, const Choice& choice) {
  const transport::RegionCard& region = transfer.offer.region;
  if (region.exported == 0 || parts_.accel.mapped(region.device, mover_.device_of(transfer.side.memory))) return true;
  const base::Cost pull = both_contiguous(bulk_of(transfer))
                              ? parts_.config.cost_gpu_copy
                              : parts_.config.cost_gpu_strided.slowed(transport::link_share(transfer.side.shape));
  const double excess = pull.of(transfer.bytes) - choice.cost.of(transfer.bytes);
  return first_touch_.worth_mapping(region.device, excess, parts_.accel.mapping_us());
}

}  // namespace penstock::proto
