#include "proto/p2p/rendezvous.hpp"

#include <array>
#include <cstring>

#include "base/clock.hpp"
#include "proto/layout/shape.hpp"

namespace penstock::proto {
namespace {

constexpr std::uint64_t kMostAtOnce = 256U << 10;
constexpr unsigned kTimedOf = 16;

// Returns the failure that a peer sent; an unknown code, or none where there must be one, counts as an error of the peer.
Code code_of(std::uint8_t wire) noexcept {
  return wire != 0 && wire <= static_cast<std::uint8_t>(Code::kInternal) ? static_cast<Code>(wire) : Code::kProtocol;
}

// Tells if the offer holds for every message of the allocation; an offer by descriptors covers
// only the chunks that one message touches.
bool is_known_for_good(const transport::BufferDescriptor& region) noexcept {
  return region.exported != 0 && region.device.token == 0;
}

}  // namespace

Status peer_failed(int peer, Code code) {
  if (code == Code::kBuffer) {
    return Status::error(
        code,
        "rank {} could not copy a message: a buffer, of this rank or of that one, is no memory of its process; "
        "that rank's own error has the address",
        peer);
  }
  return Status::error(Code::kTransport, "rank {} could not move its part of a message ({}); its own output says why", peer,
                       base::code_name(code));
}

Rendezvous::Rendezvous(Core& core, Movers& movers) : core_(core), movers_(movers), host_copies_(core.parts.config) {
  core.parts.owners.own({wire::Kind::kRts, wire::Kind::kCts, wire::Kind::kFin}, this);
}

void Rendezvous::arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) {
  if (kind == wire::Kind::kRts) return announced(peer, header, payload);
  if (kind == wire::Kind::kCts) return cts_arrived(peer, header, payload);
  ended(peer, header);
}

void Rendezvous::ready(Transfer* transfer) noexcept {
  transfer->stage = Stage::kReady;
  transfer->carrier = this;
  core_.transfers.activate(transfer);
}

Status Rendezvous::send(Message* message) {
  const Envelope& to = message->wanted;
  Transfer* transfer = core_.transfers.begin(message, to.source, this);
  transfer->bytes = message->buffer.bytes();
  transfer->message_bytes = transfer->bytes;
  wire::Rts header;
  header.tag = to.tag;
  header.context = to.context;
  header.sender = transfer->id;
  header.bytes = transfer->bytes;
  Status status;
  // For a message to itself, a rank uses the sender's own transfer record (Direct::begin_local).
  if (to.source != core_.parts.rank && message->takes(transfer->bytes)) {
    const wire::HostOffer plain{core_.process, reinterpret_cast<std::uint64_t>(message->buffer.address)};
    host_copies_.began();
    header.flags = host_copies_.attends() ? wire::kPlain | wire::kAttended : wire::kPlain;
    status = core_.transfers.post(to.source, wire::bytes_of(header), wire::bytes_of(plain), transfer->id);
  } else if (const OffersMade::Entry* known = find_known(*message)) {
    const wire::KnownOffer offer{known->buffer_id, reinterpret_cast<std::uint64_t>(message->buffer.address)};
    header.flags = wire::kKnown;
    transfer->staged.pool = header.pool = known->pool;
    status = core_.transfers.post(to.source, wire::bytes_of(header), wire::bytes_of(offer), transfer->id);
  } else {
    status = post_offer(transfer, header);
  }
  if (!status.is_ok()) core_.transfers.fail(transfer, std::move(status), false);
  return Status::ok();
}

// Finds the offer that the peer already has for the allocation that contains the whole message.
const OffersMade::Entry* Rendezvous::find_known(const Message& message) noexcept {
  const accel::Memory& memory = message.memory;
  const int peer = message.wanted.source;
  if (memory.kind != accel::MemoryKind::kDevice || memory.by_descriptors || peer == core_.parts.rank) return nullptr;
  const OffersMade::Entry* known = movers_.exports.offers_made().find(peer, memory.buffer_id);
  return known != nullptr && message.buffer.layout->is_contiguous(message.buffer.count) ? known : nullptr;
}

Status Rendezvous::post_offer(Transfer* transfer, wire::Rts& header) {
  transfer->look_at_side();
  wire::Offer offer;
  std::array<std::byte, wire::kLargestControl - wire::kMaxHeader> payload;
  std::size_t used = 0;
  const auto add = [&](std::uint8_t flag, std::span<const std::byte> bytes) {
    header.flags |= flag;
    std::memcpy(payload.data() + used, bytes.data(), bytes.size());
    used += bytes.size();
  };
  const int peer = transfer->peer;
  if (transfer->side.one_run) {
    transfer->rendezvous.unexported = !movers_.exports.make_offer(transfer->side, peer, &offer);
    add(wire::kWithOffer, wire::bytes_of(offer));
  }
  if (transfer->side.by_list()) header.flags |= wire::kListed;
  const bool itself = peer == core_.parts.rank;
  if (const transport::BouncePool* pool = itself ? nullptr : movers_.bounce.pool_for(*transfer)) {
    transfer->staged.pool = header.pool = static_cast<std::uint8_t>(pool->number + 1);
    core_.mover.settle_device(&transfer->side.memory);
    if (movers_.bounce.first_offers().tell_pool(peer, pool->number)) add(wire::kWithPool, wire::bytes_of(*pool));
  }
  if (is_known_for_good(offer.region) && !itself) {
    movers_.exports.offers_made().made(peer, offer.region.device.buffer_id, header.pool);
  }
  return core_.transfers.post(peer, wire::bytes_of(header), std::span(payload).first(used), transfer->id);
}

void Rendezvous::send_broken(Message* message, Status&& why) {
  const Envelope& to = message->wanted;
  wire::Rts header;
  header.flags = wire::kBroken;
  header.code = static_cast<std::uint8_t>(why.code());
  header.tag = to.tag;
  header.context = to.context;
  header.bytes = message->buffer.bytes();
  core_.transfers.tell(to.source, wire::bytes_of(header));
  message->finish_at_once(std::move(why));
}

bool Rendezvous::known_offer(int peer, const wire::Rts& rts, std::span<const std::byte> payload, wire::Offer* offer) {
  wire::KnownOffer known;
  const transport::BufferDescriptor* region =
      wire::read(payload, &known) && rts.bytes != 0 ? offers_heard_.find(peer, known.buffer_id) : nullptr;
  if (region == nullptr) return false;
  *offer = known.whole(*region, rts.bytes);
  return true;
}

// A rank that has no transport with bounce buffers to the peer ignores the pool.
Status Rendezvous::learn_pool(int peer, const wire::Rts& rts, std::span<const std::byte> payload) {
  transport::BouncePool pool;
  transport::Transport* lane = nullptr;
  transport::Transport* via = core_.parts.peers.lane(peer, &lane).is_ok() ? movers_.bounce.with(peer) : nullptr;
  if (!wire::read(payload, &pool) || rts.pool != pool.number + 1) {
    return Status::error(Code::kProtocol, "rank {}'s bounce buffers are cut short", peer);
  }
  return via == nullptr ? Status::ok() : via->bounce_buffers()->learn(peer, pool);
}

// Returns false after a protocol error, which it has reported.
bool Rendezvous::rts_payload(int peer, const wire::Rts& rts, std::span<const std::byte> payload, wire::Offer* offer) {
  if ((rts.flags & wire::kKnown) != 0) {
    const bool known = known_offer(peer, rts, payload, offer);
    if (!known) core_.nonsense(peer, "an announcement of memory that it has not offered");
    return known;
  }
  const bool with_offer = (rts.flags & wire::kWithOffer) != 0;
  if (with_offer && (!wire::read(payload, offer) || !is_sane(offer->shape) || offer->shape.packed_bytes() != rts.bytes)) {
    core_.nonsense(peer, "an announcement whose shape does not hold the message");
    return false;
  }
  if (with_offer) movers_.exports.accept_region(peer, offer->region);
  if (with_offer && is_known_for_good(offer->region)) offers_heard_.heard(peer, offer->region);
  if ((rts.flags & wire::kWithPool) == 0) return true;
  Status learnt = learn_pool(peer, rts, payload.subspan(with_offer ? sizeof *offer : 0));
  const bool taken = learnt.is_ok();
  core_.parts.failures.record(std::move(learnt));
  return taken;
}

void Rendezvous::announced(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Rts rts;
  wire::Offer offer;
  if (!wire::read(header, &rts)) return core_.nonsense(peer, "an announcement with a short header");
  if ((rts.flags & wire::kPlain) != 0) return plain_arrived(peer, rts, payload);
  if (!rts_payload(peer, rts, payload, &offer)) return;
  const wire::Offer* known = (rts.flags & (wire::kWithOffer | wire::kKnown)) != 0 ? &offer : nullptr;
  const Envelope from{rts.context, peer, rts.tag};
  bool gone = false;
  Message* receive = core_.take_receive(from, rts.sender, &gone);
  if (gone) return;
  if (receive == nullptr) return core_.keep(kept(from, rts, known));
  if ((rts.flags & wire::kBroken) == 0) {
    begin_receive(receive, from, rts, known);
    return;
  }
  receive->outcome().source = from.source;
  receive->outcome().tag = from.tag;
  receive->finish(peer_failed(peer, code_of(rts.code)));
}

void Rendezvous::plain_arrived(int peer, const wire::Rts& rts, std::span<const std::byte> payload) {
  wire::HostOffer plain;
  if (!wire::read(payload, &plain) || rts.bytes == 0) return core_.nonsense(peer, "an announcement of no memory");
  const Envelope from{rts.context, peer, rts.tag};
  bool gone = false;
  Message* receive = core_.take_receive(from, rts.sender, &gone);
  if (gone) return;
  const bool twice = receive != nullptr && copied_twice((rts.flags & wire::kAttended) != 0, rts.bytes);
  if (receive != nullptr && !twice && pull_now(receive, from, rts.sender, rts.bytes, plain)) return;
  const wire::Offer offer = plain.whole(rts.bytes);
  if (receive == nullptr) return core_.keep(kept(from, rts, &offer));
  begin_plain(receive, from, rts, offer, twice);
}

Arrived* Rendezvous::kept(const Envelope& from, const wire::Rts& rts, const wire::Offer* offer) {
  Arrived* made = core_.arrived.acquire();
  made->envelope = from;
  made->kind = wire::Kind::kRts;
  made->broken = (rts.flags & (wire::kBroken | wire::kPlain)) == wire::kBroken ? code_of(rts.code) : Code::kOk;
  made->sender = rts.sender;
  made->bytes = rts.bytes;
  made->pool = rts.pool;
  made->listed = (rts.flags & wire::kListed) != 0;
  made->attended = (rts.flags & wire::kPlain) != 0 && (rts.flags & wire::kAttended) != 0;
  made->with_offer = offer != nullptr;
  if (offer != nullptr) {
    made->data = core_.blocks.acquire(sizeof(*offer));
    std::memcpy(made->data.data.get(), offer, sizeof(*offer));
  }
  return made;
}

void Rendezvous::accept(Message* message, const Arrived& arrived) {
  wire::Offer offer;
  wire::Rts rts;
  rts.sender = arrived.sender;
  rts.bytes = arrived.bytes;
  if (arrived.with_offer) std::memcpy(static_cast<void*>(&offer), arrived.data.data.get(), sizeof(offer));
  if (arrived.with_offer && offer.region.kind == accel::MemoryKind::kHost && offer.shape.dims == 0) {
    const wire::HostOffer plain{offer.region.owner, offer.shape.base};
    host_copies_.began();
    const bool twice = copied_twice(arrived.attended, arrived.bytes);
    if (!twice && pull_now(message, arrived.envelope, arrived.sender, arrived.bytes, plain)) return;
    return begin_plain(message, arrived.envelope, rts, offer, twice);
  }
  if (arrived.listed) rts.flags |= wire::kListed;
  rts.pool = arrived.pool;
  begin_receive(message, arrived.envelope, rts, arrived.with_offer ? &offer : nullptr);
}

// Receives the usual message between host memories in one step, without a transfer or a choice of method. Larger messages take
// turns with others. Returns false if nothing has been done.
bool Rendezvous::pull_now(Message* message, const Envelope& from, std::uint64_t sender, std::uint64_t bytes,
                          const wire::HostOffer& plain) {
  if (bytes > kMostAtOnce || !message->takes(bytes) || core_.explainer.on()) return false;
  transport::Transport* lane = core_.parts.peers.known_lane(from.source);
  if (lane == nullptr) return false;
  // Most reads are not timed, as with small messages: reading the clock twice takes a twentieth
  // of the time of the smallest message here.
  const bool among = among_others();
  const bool judged = host_copies_.times_reads(bytes, among);
  const bool timed = judged || next_timed_++ % kTimedOf == 0;
  const std::uint64_t start = timed ? base::now_ns() : 0;
  if (!lane->read_now(from.source, plain.owner, plain.address, message->buffer.address, bytes)) return false;
  core_.transfers.tell_end(from.source, sender, Code::kOk, nullptr);
  if (!host_copies_.waits()) host_copies_.worked(base::now_ns());
  const std::uint64_t elapsed = timed ? base::now_ns() - start : 0;
  if (judged) host_copies_.read(bytes, among, elapsed);
  core_.paths.record_read(from.source, bytes, judged ? elapsed : elapsed * kTimedOf);
  Result& result = message->outcome();
  result.source = from.source;
  result.tag = from.tag;
  result.bytes = bytes;
  message->finish();
  return true;
}

void Rendezvous::begin_plain(Message* message, const Envelope& from, const wire::Rts& rts, const wire::Offer& offer,
                             bool twice) {
  Transfer* transfer = begin_receive(message, from, rts, &offer);
  if (transfer == nullptr) return;
  transfer->rendezvous.plain = true;
  transfer->rendezvous.twice = twice;
  host_copies_.begin_receive(twice, transfer->bytes);
}

Transfer* Rendezvous::begin_receive(Message* message, const Envelope& from, const wire::Rts& rts, const wire::Offer* offer) {
  const std::uint64_t room = message->buffer.bytes();
  message->outcome().source = from.source;
  message->outcome().tag = from.tag;
  if (!message->broken.is_ok()) {
    if (message->expects) {
      core_.leave(message, kept(from, rts, offer));
      return nullptr;
    }
    core_.transfers.tell_end(from.source, rts.sender, message->broken.code(), nullptr);
    message->finish(std::move(message->broken));
    return nullptr;
  }
  Transfer* transfer = core_.transfers.begin_matched(message, from.source, this);
  transfer->remote_id = rts.sender;
  transfer->message_bytes = rts.bytes;
  transfer->bytes = rts.bytes < room ? rts.bytes : room;
  transfer->side = side_of(message->buffer, message->memory);
  transfer->staged.pool = rts.pool;
  transfer->rendezvous.listed = (rts.flags & wire::kListed) != 0;
  if (transfer->rendezvous.listed) transfer->source_kind = accel::MemoryKind::kDevice;
  if (offer != nullptr) {
    transfer->rendezvous.offer = *offer;
    transfer->rendezvous.has_offer = true;
    transfer->source_kind = offer->region.kind;
  }
  ready(transfer);
  return transfer;
}

void Rendezvous::over(const Transfer& transfer, bool well) {
  if (transfer.rendezvous.plain) host_copies_.end_receive(transfer.bytes, well && transfer.side.contiguous);
}

Status Rendezvous::send_cts(Transfer* transfer, Method method, std::span<const std::byte> places) {
  wire::Cts header;
  header.sender = transfer->remote_id;
  header.receiver = transfer->id;
  header.bytes = transfer->bytes;
  wire::Offer offer;
  std::span<const std::byte> payload = places;
  if (transfer->staged.may_bounce) header.flags |= wire::kMayBounce;
  if (movers_.bounce.misses_pool(*transfer)) header.flags |= wire::kWantsPool;
  if (method == Method::kStream) header.flags |= wire::kByStream;
  if (method == Method::kStaged && !core_.mover.wants_device(transfer->side.memory)) header.flags |= wire::kByCpu;
  if (method == Method::kAskPut && transfer->side.one_run) {
    PENSTOCK_TRY(core_.mover.settle(transfer->side.memory));
    transfer->rendezvous.unexported = !movers_.exports.make_offer(transfer->side, transfer->peer, &offer);
    header.flags |= wire::kWithOffer | wire::kMayPut;
    if (transfer->rendezvous.may_pull) header.flags |= wire::kMayPull;
    payload = wire::bytes_of(offer);
  }
  return core_.transfers.post(transfer->peer, wire::bytes_of(header), payload, transfer->id);
}

void Rendezvous::cts_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Cts cts;
  wire::Offer offer;
  if (!wire::read(header, &cts)) return core_.nonsense(peer, "a clearance with a short header");
  Transfer* transfer = core_.transfers.find(peer, cts.sender, Message::Role::kSend);
  if (transfer == nullptr || transfer->stage != Stage::kOffered || transfer->owner != this || cts.bytes == 0 ||
      cts.bytes > transfer->bytes) {
    return core_.nonsense(peer, "a clearance for no message");
  }
  const bool with_offer = (cts.flags & wire::kWithOffer) != 0;
  if (with_offer && (!wire::read(payload, &offer) || !is_sane(offer.shape) || offer.shape.packed_bytes() < cts.bytes)) {
    return core_.nonsense(peer, "a clearance whose shape does not hold the message");
  }
  if (with_offer) movers_.exports.accept_region(peer, offer.region);
  take_clearance(transfer, cts, with_offer && (cts.flags & wire::kMayPut) != 0 ? &offer : nullptr);
  if ((cts.flags & wire::kByStream) == 0) return ready(transfer);
  if (Status mine = check_memory(transfer); !mine.is_ok()) return core_.transfers.fail(transfer, std::move(mine), true);
  if (movers_.streams.begin_send(transfer, payload)) return;
  core_.transfers.fail(transfer,
                       Status::error(Code::kProtocol, "rank {} told of no place for the first bytes of a stream", peer), true);
}

void Rendezvous::take_clearance(Transfer* transfer, const wire::Cts& cts, const wire::Offer* offer) {
  if ((cts.flags & wire::kWantsPool) != 0) movers_.bounce.first_offers().want_pool(transfer->peer);
  transfer->look_at_side();
  transfer->remote_id = cts.receiver;
  transfer->bytes = cts.bytes;
  RendezvousState& state = transfer->rendezvous;
  state.has_offer = offer != nullptr;
  if (offer != nullptr) state.offer = *offer;
  state.may_pull = offer != nullptr && (cts.flags & wire::kMayPull) != 0;
  transfer->staged.may_bounce = (cts.flags & wire::kMayBounce) != 0 && transfer->staged.pool != 0;
  transfer->staged.by_cpu = (cts.flags & wire::kByCpu) != 0;
}

// For a sender: the receiver has pulled the message. For a receiver: the sender has pushed it. In both
// cases the peer may have given up instead.
void Rendezvous::ended(int peer, std::span<const std::byte> header) {
  wire::Fin fin;
  if (!wire::read(header, &fin)) return core_.nonsense(peer, "an ending with a short header");
  Transfer* transfer = core_.transfers.find(fin.id);
  if (transfer == nullptr || transfer->peer != peer ||
      (transfer->stage != Stage::kOffered && transfer->stage != Stage::kAwaiting && fin.code == 0)) {
    return core_.nonsense(peer, "an ending of no transfer");
  }
  // A transfer by a stream must not end inside the transport's delivery.
  if (fin.code != 0 && transfer->carrier == &movers_.streams) {
    return Streams::give_up(transfer, peer_failed(peer, code_of(fin.code)));
  }
  if (fin.code != 0) return core_.transfers.fail(transfer, peer_failed(peer, code_of(fin.code)), false);
  if (transfer->stage == Stage::kAwaiting) {
    if (transfer->begun != 0) return core_.nonsense(peer, "the ending of a message that came in part");
    if (fin.via == wire::kPull) return pull_after_all(transfer);
    transfer->begun = transfer->ended = transfer->bytes;
    const std::size_t via = fin.via == 0 ? core_.parts.peers.transports().size() : fin.via - 1U;
    transfer->path = core_.paths.direct(Method::kPut, via);
  }
  core_.transfers.finish(transfer, Status::ok());
}

}  // namespace penstock::proto
