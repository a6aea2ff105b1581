#include "proto/p2p/exchange.hpp"

#include <utility>

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

transport::Transport* ExchangeUse::any() noexcept {
  for (const auto& transport : core_.parts.peers.transports()) {
    if (transport->exchange() != nullptr) return transport.get();
  }
  return nullptr;
}

transport::Transport* ExchangeUse::with(int peer) noexcept {
  transport::Transport* via = any();
  return via != nullptr && (core_.parts.peers.mask(peer) >> core_.parts.peers.index_of(via) & 1U) != 0 ? via : nullptr;
}

const transport::ExchangeArea* ExchangeUse::area_for(const Transfer& transfer) {
  const int peer = transfer.peer;
  const accel::Memory& memory = transfer.side.memory;
  if (!core_.mover.suits_device(memory, transfer.bytes)) return nullptr;
  if (memory.on_host() && !first_offers_.wants_area(peer)) return nullptr;
  const bool mapped_first = moves_well(core_.parts.config, transfer) && lent_.mappable_by(peer, memory) &&
                            (core_.parts.config.map_after_us == 0 || !first_offers_.another(peer, memory.buffer_id));
  transport::Transport* via = mapped_first ? nullptr : with(peer);
  if (via == nullptr) return nullptr;
  const transport::ExchangeArea* area = nullptr;
  if (Status made = via->exchange()->area(peer, core_.mover.device_of(memory), &area); !made.is_ok()) {
    core_.parts.log.warn(
        "there are no exchange slots on a GPU, what peers cannot map goes through host memory, more slowly: {}",
        made.message());
  }
  return area;
}

bool ExchangeUse::area_reached(const Transfer& transfer) {
  const accel::Memory& memory = transfer.side.memory;
  if (transfer.staged.area == 0 || transfer.closed.exchange || !core_.mover.suits_device(memory, transfer.bytes)) return false;
  transport::Transport* via = with(transfer.peer);
  return via != nullptr && via->exchange()->reaches(transfer.peer, transfer.staged.area - 1U, core_.mover.device_of(memory));
}

// A sender of pinned memory cannot know that the bytes are bound for GPU memory which it cannot map.
bool ExchangeUse::misses_area(const Transfer& transfer) {
  const accel::Memory& memory = transfer.side.memory;
  return transfer.staged.area == 0 && transfer.source_kind == accel::MemoryKind::kPinned &&
         transfer.bytes >= Mover::kLeastPinned && !lent_.mappable_by(transfer.peer, memory) &&
         core_.mover.wants_device(memory) && with(transfer.peer) != nullptr;
}

bool ExchangeUse::map(Transfer* transfer) {
  transport::Transport* via = with(transfer->peer);
  Status mapped =
      via->exchange()->map(transfer->peer, transfer->staged.area - 1U, core_.mover.device_of(transfer->side.memory));
  transfer->closed.exchange = !mapped.is_ok();
  if (!mapped.is_ok() && !std::exchange(warned_, true)) {
    core_.parts.log.warn(
        "mapping exchange slots of rank {} failed, what cannot be mapped goes through host memory, more slowly: {}",
        transfer->peer, mapped.message());
  }
  return mapped.is_ok();
}

bool ExchangeUse::stays_unmapped(const Transfer& transfer, const Candidates& candidates, const Choice& choice) {
  if (choice.via != candidates.exchange || candidates.exchange == nullptr || transfer.rendezvous.offer.region.exported == 0)
    return false;
  const accel::Export& exported = transfer.rendezvous.offer.region.device;
  if (core_.parts.accel.mapped(exported, core_.mover.device_of(transfer.side.memory))) return false;
  const double excess = candidates.exchange_cost.of(transfer.bytes) - choice.cost.of(transfer.bytes);
  return !worth_mapping(exported, excess);
}

}  // namespace penstock::proto
