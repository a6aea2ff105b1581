// Answers which method would be chosen for a message, without sending it.
#include "proto/p2p/ask.hpp"

namespace penstock::proto {

// The offer describes this rank's side as Rendezvous::send() and send_cts() do. For memory that the GPU moves, the
// description of the bounce pool follows: it stands for the memory of this rank that the peer would map, and shows
// whether the peer's GPU can reach this one's.
Status RouteQuery::offer(const Buffer& buffer, int peer, std::vector<std::byte>* out) {
  accel::Memory memory;
  PENSTOCK_TRY(core_.query(buffer, &memory));
  PENSTOCK_TRY(core_.mover.settle(memory));
  const Side side = side_of(buffer, memory);
  if (!side.one_run) return Status::error(Code::kUnsupported, "an offer of more than one strided run");
  wire::Offer made;
  movers_.exports.make_offer(side, peer,
                             &made);  // if the export fails, the offer contains none, as in a real message
  const auto bytes = wire::bytes_of(made);
  out->assign(bytes.begin(), bytes.end());
  transport::Transport* via = core_.mover.suits_device(memory, buffer.bytes()) ? movers_.bounce.any() : nullptr;
  const transport::BouncePool* pool = nullptr;
  if (via != nullptr) PENSTOCK_TRY(via->bounce_buffers()->pool(peer, core_.mover.device_of(memory), &pool));
  if (pool == nullptr) return Status::ok();
  const auto slots = wire::bytes_of(*pool);
  out->insert(out->end(), slots.begin(), slots.end());
  return Status::ok();
}

// Tells if this rank can reach the bounce pool that the end of an offer describes.
bool RouteQuery::reaches_pool(int peer, const accel::Memory& memory, std::uint64_t bytes, std::span<const std::byte> offered) {
  transport::BouncePool pool;
  if (!wire::read(offered, &pool)) return false;
  if (pool.memory.token != 0) {
    transport::BufferDescriptor region;
    region.exported = 1;
    region.device = pool.memory;
    movers_.exports.accept_region(peer, region);
  }
  return core_.mover.suits_device(memory, bytes) && movers_.bounce.with(peer) != nullptr &&
         core_.parts.accel.imports().importable(pool.memory, core_.mover.device_of(memory));
}

void RouteQuery::fill(const Choice& choice, bool receives, const transport::Bulk& bulk, Route* out) {
  out->method = method_name(choice.method);
  out->reason = choice.reason;
  if (choice.via != nullptr) {
    out->via = choice.via->name();
    out->us = choice.cost.of(bulk.bytes);
  }
  if (!choice.closed) return;
  out->closed = remedy(why_closed(core_.parts.config, core_.process, core_.parts.accel.live(), receives, bulk));
}

Status RouteQuery::ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Route* out) {
  PENSTOCK_TRY(core_.parts.peers.check(peer));
  *out = {};
  const bool receives = role == Role::kReceiver;
  wire::Offer far;
  if (!wire::read(theirs, &far)) return Status::error(Code::kProtocol, "rank {}'s offer is too short", peer);
  transport::Transport* lane = nullptr;
  PENSTOCK_TRY(core_.parts.peers.lane(peer, &lane));
  if (peer != core_.parts.rank) movers_.exports.accept_region(peer, far.region);
  Transfer asked;
  asked.peer = peer;
  asked.bytes = mine.bytes();
  asked.rendezvous.offer = far;
  accel::Memory memory;
  PENSTOCK_TRY(core_.query(mine, &memory));
  PENSTOCK_TRY(core_.mover.settle(memory));
  asked.side = side_of(mine, memory);
  out->via = lane->name();
  if (!receives && eager_.suits(mine, memory, *lane)) {
    out->method = "eager";
    out->reason = kEagerReason;
    return Status::ok();
  }
  if (peer == core_.parts.rank) {
    out->method = "copy";
    out->reason = kCopyReason;
    return Status::ok();
  }
  const transport::Bulk bulk = movers_.direct.bulk_of(asked);
  const Candidates ways = rendezvous_.candidates(peer, reaches_pool(peer, memory, mine.bytes(), theirs.subspan(sizeof far)));
  const bool known = asked.side.in_one_go();
  fill(receives ? choose_pull(peer, ways, bulk, known, false) : choose_push(peer, ways, bulk, known, true), receives, bulk,
       out);
  return Status::ok();
}

}  // namespace penstock::proto
