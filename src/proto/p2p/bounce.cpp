#include "proto/p2p/bounce.hpp"

#include <utility>

namespace penstock::proto {
namespace {

// Tells if the receiver's kernels would move the message fastest directly, provided that its memory is mapped.
bool moves_well(const Config& config, const Transfer& transfer) {
  if (!transfer.side.one_run) return false;
  if (transfer.side.contiguous) return true;
  const base::Cost direct = config.cost_gpu_strided.slowed(transport::link_share(transfer.side.shape));
  return direct.of(transfer.bytes) <= config.cost_bounce.of(transfer.bytes);
}

}  // namespace

transport::Transport* BounceUse::any() noexcept {
  for (const auto& transport : core_.parts.peers.transports()) {
    if (transport->bounce_buffers() != nullptr) return transport.get();
  }
  return nullptr;
}

transport::Transport* BounceUse::with(int peer) noexcept {
  transport::Transport* via = any();
  return via != nullptr && (core_.parts.peers.mask(peer) >> core_.parts.peers.index_of(via) & 1U) != 0 ? via : nullptr;
}

const transport::BouncePool* BounceUse::pool_for(const Transfer& transfer) {
  const int peer = transfer.peer;
  const accel::Memory& memory = transfer.side.memory;
  if (!core_.mover.suits_device(memory, transfer.bytes)) return nullptr;
  if (memory.on_host() && !first_offers_.wants_pool(peer)) return nullptr;
  const bool mapped_first = moves_well(core_.parts.config, transfer) && exports_.mappable_by(peer, memory) &&
                            (core_.parts.config.map_after_us == 0 || !first_offers_.another(peer, memory.buffer_id));
  transport::Transport* via = mapped_first ? nullptr : with(peer);
  if (via == nullptr) return nullptr;
  const transport::BouncePool* pool = nullptr;
  if (Status made = via->bounce_buffers()->pool(peer, core_.mover.device_of(memory), &pool); !made.is_ok()) {
    core_.parts.log.warn(
        "there are no bounce buffers on a GPU, what peers cannot map goes through host memory, more slowly: {}",
        made.message());
  }
  return pool;
}

bool BounceUse::pool_reached(const Transfer& transfer) {
  const accel::Memory& memory = transfer.side.memory;
  if (transfer.staged.pool == 0 || transfer.closed.bounce || !core_.mover.suits_device(memory, transfer.bytes)) return false;
  transport::Transport* via = with(transfer.peer);
  return via != nullptr &&
         via->bounce_buffers()->reaches(transfer.peer, transfer.staged.pool - 1U, core_.mover.device_of(memory));
}

// A sender of pinned memory cannot know that the message goes to GPU memory which the sender cannot map.
bool BounceUse::misses_pool(const Transfer& transfer) {
  const accel::Memory& memory = transfer.side.memory;
  return transfer.staged.pool == 0 && transfer.source_kind == accel::MemoryKind::kPinned &&
         transfer.bytes >= Mover::kLeastPinned && !exports_.mappable_by(transfer.peer, memory) &&
         core_.mover.wants_device(memory) && with(transfer.peer) != nullptr;
}

bool BounceUse::map(Transfer* transfer) {
  transport::Transport* via = with(transfer->peer);
  Status mapped =
      via->bounce_buffers()->map(transfer->peer, transfer->staged.pool - 1U, core_.mover.device_of(transfer->side.memory));
  transfer->closed.bounce = !mapped.is_ok();
  if (!mapped.is_ok() && !std::exchange(warned_, true)) {
    core_.parts.log.warn(
        "mapping bounce buffers of rank {} failed, what cannot be mapped goes through host memory, more slowly: {}",
        transfer->peer, mapped.message());
  }
  return mapped.is_ok();
}

bool BounceUse::stays_unmapped(const Transfer& transfer, const Candidates& candidates, const Choice& choice) {
  if (choice.via != candidates.bounce || candidates.bounce == nullptr || transfer.rendezvous.offer.region.exported == 0)
    return false;
  const accel::Export& exported = transfer.rendezvous.offer.region.device;
  if (core_.parts.accel.imports().mapped(exported, core_.mover.device_of(transfer.side.memory))) return false;
  const double excess = candidates.bounce_cost.of(transfer.bytes) - choice.cost.of(transfer.bytes);
  return !worth_mapping(exported, excess);
}

}  // namespace penstock::proto
