// What would be chosen for a message that nobody sends.
#include "proto/p2p/p2p.hpp"

namespace penstock::proto {

// As send_rts() and send_cts() describe a side to the peer; then the exchange area of memory that the GPU moves. That stands
// for what the peer would map of this rank, and for whether its GPU and this one reach each other.
Status P2p::offer(const Buffer& buffer, int peer, std::vector<std::byte>* out) {
  accel::Memory memory;
  PENSTOCK_TRY(query(buffer, &memory));
  PENSTOCK_TRY(mover_.settle(memory));
  const Side side = side_of(buffer, memory);
  if (!side.one_run) return Status::error(Code::kUnsupported, "an offer of more than one strided run");
  wire::Offer made;
  make_offer(side, peer, &made);  // without an export where that failed: the peer then sees what a message would
  const auto bytes = wire::bytes_of(made);
  out->assign(bytes.begin(), bytes.end());
  transport::Transport* via = mover_.suits_device(memory, buffer.bytes()) ? any_exchange() : nullptr;
  const transport::ExchangeArea* area = nullptr;
  if (via != nullptr) PENSTOCK_TRY(via->exchange()->area(peer, mover_.device_of(memory), &area));
  if (area == nullptr) return Status::ok();
  const auto slots = wire::bytes_of(*area);
  out->insert(out->end(), slots.begin(), slots.end());
  return Status::ok();
}

void P2p::borrow_area(int peer, const transport::ExchangeArea& area) {
  wire::Offer offer;
  offer.region.exported = 1;
  offer.region.device = area.memory;
  borrow(peer, offer.region);
}

Status P2p::ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Way* out) {
  *out = {};
  const bool receives = role == Role::kReceiver;
  wire::Offer far;
  if (!wire::read(theirs, &far)) return Status::error(Code::kProtocol, "rank {}'s offer is too short", peer);
  transport::Transport* lane = nullptr;
  PENSTOCK_TRY(parts_.peers.lane(peer, &lane));
  if (peer != parts_.rank) borrow(peer, far.region);
  accel::Memory memory;
  PENSTOCK_TRY(query(mine, &memory));
  PENSTOCK_TRY(mover_.settle(memory));
  const Side side = side_of(mine, memory);
  out->via = lane->name();
  if (!receives && goes_eager(mine, memory, *lane)) {
    out->method = "eager";
    out->reason = kEagerReason;
    return Status::ok();
  }
  if (peer == parts_.rank) {
    out->method = "copy";
    out->reason = kCopyReason;
    return Status::ok();
  }
  memory.exportable = mappable_by(peer, memory);
  transport::Bulk bulk;
  bulk.remote = far.region;
  bulk.remote_shape = far.shape;
  bulk.local = memory;
  bulk.local_shape = side.shape;
  bulk.by_list = side.by_list();
  bulk.bytes = mine.bytes();
  transport::ExchangeArea area;
  const bool told = wire::read(theirs.subspan(sizeof far), &area);
  if (told && area.memory.token != 0) borrow_area(peer, area);
  const bool exchange = told && mover_.suits_device(memory, mine.bytes()) && exchange_with(peer) != nullptr &&
                        parts_.accel.importable(area.memory, mover_.device_of(memory));
  const Choice choice = receives ? choose_pull(peer, candidates(peer, exchange), bulk, side.in_one_go(), false)
                                 : choose_push(peer, candidates(peer, exchange), bulk, side.in_one_go(), true);
  out->method = method_name(choice.method);
  out->reason = choice.reason;
  if (choice.via != nullptr) {
    out->via = choice.via->name();
    out->us = choice.cost.of(bulk.bytes);
  }
  if (choice.closed) out->closed = remedy(why_closed(parts_.config, process_, parts_.accel.live(), receives, bulk));
  return Status::ok();
}

}  // namespace penstock::proto
