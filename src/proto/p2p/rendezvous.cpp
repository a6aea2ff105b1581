// Large messages: what the two ranks tell each other before and after the bytes move.
#include "base/clock.hpp"
#include "proto/layout/shape.hpp"
#include "proto/p2p/p2p.hpp"

namespace penstock::proto {
namespace {

constexpr std::uint64_t kMostAtOnce = 256U << 10;

// A peer's reason; one that this library does not know, or none where there must be one, is a mistake of the peer's.
Code code_of(std::uint8_t wire) noexcept {
  return wire != 0 && wire <= static_cast<std::uint8_t>(Code::kInternal) ? static_cast<Code>(wire) : Code::kProtocol;
}

// The offer holds for every message of the allocation; one by descriptors is of those chunks alone that a message touches.
bool is_known_for_good(const transport::RegionCard& region) noexcept {
  return region.exported != 0 && region.device.token == 0;
}

}  // namespace

Status P2p::send_rts(Message* message) {
  const Envelope& to = message->wanted;
  Transfer* transfer = begin(message, to.source);
  transfer->bytes = message->buffer.bytes();
  transfer->message_bytes = transfer->bytes;
  wire::Rts header;
  header.tag = to.tag;
  header.context = to.context;
  header.sender = transfer->id;
  header.bytes = transfer->bytes;
  Status status;
  // To itself a rank looks at the sender's own record (start_local).
  if (to.source != parts_.rank && message->takes(transfer->bytes)) {
    const wire::HostOffer plain{process_, reinterpret_cast<std::uint64_t>(message->buffer.address)};
    host_copies_.began();
    header.flags = host_copies_.attends() ? wire::kPlain | wire::kAttended : wire::kPlain;
    status = post(to.source, wire::bytes_of(header), wire::bytes_of(plain), transfer->id);
  } else if (const OffersMade::Entry* known = find_known(*message)) {
    const wire::KnownOffer offer{known->buffer_id, reinterpret_cast<std::uint64_t>(message->buffer.address)};
    header.flags = wire::kKnown;
    transfer->area = header.area = known->area;
    status = post(to.source, wire::bytes_of(header), wire::bytes_of(offer), transfer->id);
  } else {
    status = post_offer(transfer, header);
  }
  if (!status.is_ok()) fail(transfer, std::move(status), false);
  return Status::ok();
}

// Of the allocation that the whole message lies in, if the peer has heard of it.
const OffersMade::Entry* P2p::find_known(const Message& message) noexcept {
  const accel::Memory& memory = message.memory;
  if (memory.kind != accel::MemoryKind::kDevice || memory.by_descriptors || message.wanted.source == parts_.rank)
    return nullptr;
  const OffersMade::Entry* known = offers_made_.find(message.wanted.source, memory.buffer_id);
  return known != nullptr && message.buffer.layout->is_contiguous(message.buffer.count) ? known : nullptr;
}

Status P2p::post_offer(Transfer* transfer, wire::Rts& header) {
  transfer->look_at_side();
  wire::Offer offer;
  std::array<std::byte, wire::kLargestControl - wire::kMaxHeader> payload;
  std::size_t used = 0;
  const auto add = [&](std::uint8_t flag, std::span<const std::byte> bytes) {
    header.flags |= flag;
    std::memcpy(payload.data() + used, bytes.data(), bytes.size());
    used += bytes.size();
  };
  if (transfer->side.one_run) {
    transfer->unexported = !make_offer(transfer->side, transfer->peer, &offer);
    add(wire::kWithOffer, wire::bytes_of(offer));
  }
  if (transfer->side.by_list()) header.flags |= wire::kListed;
  const bool itself = transfer->peer == parts_.rank;
  if (const transport::ExchangeArea* area = itself ? nullptr : area_for(*transfer)) {
    transfer->area = header.area = static_cast<std::uint8_t>(area->number + 1);
    mover_.settle_device(&transfer->side.memory);
    if (first_offers_.tell_area(transfer->peer, area->number)) add(wire::kWithArea, wire::bytes_of(*area));
  }
  if (is_known_for_good(offer.region) && !itself) offers_made_.made(transfer->peer, offer.region.device.buffer_id, header.area);
  return post(transfer->peer, wire::bytes_of(header), std::span(payload).first(used), transfer->id);
}

void P2p::send_broken(Message* message, Status&& why) {
  const Envelope& to = message->wanted;
  wire::Rts header;
  header.flags = wire::kBroken;
  header.code = static_cast<std::uint8_t>(why.code());
  header.tag = to.tag;
  header.context = to.context;
  header.bytes = message->buffer.bytes();
  if (Status told = post(to.source, wire::bytes_of(header), {}, 0); !told.is_ok()) record_failure(std::move(told));
  message->finish_at_once(std::move(why));
}

Status P2p::peer_failed(int peer, Code code) {
  return Status::error(Code::kTransport, "rank {} could not move its part of a message ({}); its own output says why", peer,
                       base::code_name(code));
}

bool P2p::known_offer(int peer, const wire::Rts& rts, std::span<const std::byte> payload, wire::Offer* offer) {
  wire::KnownOffer known;
  const transport::RegionCard* region =
      wire::read(payload, &known) && rts.bytes != 0 ? offers_heard_.find(peer, known.buffer_id) : nullptr;
  if (region == nullptr) return false;
  *offer = known.whole(*region, rts.bytes);
  return true;
}

// False: it is a protocol error, and said.
bool P2p::rts_payload(int peer, const wire::Rts& rts, std::span<const std::byte> payload, wire::Offer* offer) {
  if ((rts.flags & wire::kKnown) != 0) {
    const bool known = known_offer(peer, rts, payload, offer);
    if (!known) protocol_error(peer, "an announcement of memory that it has not offered");
    return known;
  }
  const bool with_offer = (rts.flags & wire::kWithOffer) != 0;
  if (with_offer && (!wire::read(payload, offer) || !is_sane(offer->shape) || offer->shape.packed_bytes() != rts.bytes)) {
    protocol_error(peer, "an announcement whose shape does not hold the message");
    return false;
  }
  if (with_offer) borrow(peer, offer->region);
  if (with_offer && is_known_for_good(offer->region)) offers_heard_.heard(peer, offer->region);
  if ((rts.flags & wire::kWithArea) == 0) return true;
  transport::ExchangeArea area;
  transport::Transport* lane = nullptr;
  transport::Transport* via = parts_.peers.lane(peer, &lane).is_ok() ? exchange_with(peer) : nullptr;
  const bool whole = wire::read(payload.subspan(with_offer ? sizeof *offer : 0), &area) && rts.area == area.number + 1;
  // A rank that was told not to exchange has no use for it.
  Status learnt = !whole           ? Status::error(Code::kProtocol, "rank {}'s exchange slots are cut short", peer)
                  : via == nullptr ? Status::ok()
                                   : via->exchange()->learn(peer, area);
  if (learnt.is_ok()) return true;
  record_failure(std::move(learnt));
  return false;
}

void P2p::rts_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Rts rts;
  wire::Offer offer;
  if (!wire::read(header, &rts)) return protocol_error(peer, "an announcement with a short header");
  if ((rts.flags & wire::kPlain) != 0) return plain_arrived(peer, rts, payload);
  if (!rts_payload(peer, rts, payload, &offer)) return;
  const wire::Offer* known = (rts.flags & (wire::kWithOffer | wire::kKnown)) != 0 ? &offer : nullptr;
  const Envelope from{rts.context, peer, rts.tag};
  const Code broken = (rts.flags & wire::kBroken) != 0 ? code_of(rts.code) : Code::kOk;
  Message* receive = take_receive(from);
  if (receive == nullptr) return keep_rts(from, rts, broken, known);
  if (broken == Code::kOk) {
    begin_receive(receive, from, rts, known);
    return;
  }
  receive->outcome().source = from.source;
  receive->outcome().tag = from.tag;
  receive->finish(peer_failed(peer, broken));
}

void P2p::plain_arrived(int peer, const wire::Rts& rts, std::span<const std::byte> payload) {
  wire::HostOffer plain;
  if (!wire::read(payload, &plain) || rts.bytes == 0) return protocol_error(peer, "an announcement of no memory");
  const Envelope from{rts.context, peer, rts.tag};
  Message* receive = take_receive(from);
  const bool twice = receive != nullptr && copied_twice((rts.flags & wire::kAttended) != 0, rts.bytes);
  if (receive != nullptr && !twice && pull_now(receive, from, rts.sender, rts.bytes, plain)) return;
  const wire::Offer offer = plain.whole(rts.bytes);
  if (receive == nullptr) return keep_rts(from, rts, Code::kOk, &offer);
  begin_plain(receive, from, rts, offer, twice);
}

Message* P2p::take_receive(const Envelope& from) noexcept {
  auto* receive = static_cast<Message*>(matcher_.arrive(from));
  if (receive != nullptr) receive->posted = false;
  return receive;
}

void P2p::keep_rts(const Envelope& from, const wire::Rts& rts, Code broken, const wire::Offer* offer) {
  Arrived* kept = arrived_.acquire();
  kept->envelope = from;
  kept->kind = wire::Kind::kRts;
  kept->broken = broken;
  kept->sender = rts.sender;
  kept->bytes = rts.bytes;
  kept->area = rts.area;
  kept->listed = (rts.flags & wire::kListed) != 0;
  kept->attended = (rts.flags & wire::kPlain) != 0 && (rts.flags & wire::kAttended) != 0;
  kept->with_offer = offer != nullptr;
  if (offer != nullptr) {
    kept->data = blocks_.acquire(sizeof(*offer));
    std::memcpy(kept->data.data.get(), offer, sizeof(*offer));
  }
  add_unexpected(kept);
}

// The usual message between host memories, in one step: no transfer, no choice. Larger ones take turns with others. False:
// nothing has happened.
bool P2p::pull_now(Message* message, const Envelope& from, std::uint64_t sender, std::uint64_t bytes,
                   const wire::HostOffer& plain) {
  if (bytes > kMostAtOnce || !message->takes(bytes) || explainer_.on()) return false;
  transport::Transport* lane = parts_.peers.known_lane(from.source);
  if (lane == nullptr) return false;
  const std::uint64_t start = base::now_ns();
  if (!lane->read_now(from.source, plain.owner, plain.address, message->buffer.address, bytes)) return false;
  send_fin(from.source, sender, Code::kOk, nullptr);
  const std::uint64_t end = base::now_ns();
  host_copies_.worked(end);
  Result& result = message->outcome();
  result.source = from.source;
  result.tag = from.tag;
  result.bytes = bytes;
  paths_.record(paths_.direct(Method::kGet, parts_.peers.index_of(lane)), accel::MemoryKind::kHost, accel::MemoryKind::kHost,
                bytes, end - start);
  host_copies_.took(false, bytes, end - start);
  message->finish();
  return true;
}

void P2p::begin_plain(Message* message, const Envelope& from, const wire::Rts& rts, const wire::Offer& offer, bool twice) {
  Transfer* transfer = begin_receive(message, from, rts, &offer);
  if (transfer == nullptr) return;
  transfer->plain = true;
  transfer->attended = twice;
  host_copies_.begin_receive();
}

Transfer* P2p::begin_receive(Message* message, const Envelope& from, const wire::Rts& rts, const wire::Offer* offer) {
  const std::uint64_t room = message->buffer.bytes();
  message->outcome().source = from.source;
  message->outcome().tag = from.tag;
  if (!message->broken.is_ok()) {
    send_fin(from.source, rts.sender, message->broken.code(), nullptr);
    message->finish(std::move(message->broken));
    return nullptr;
  }
  Transfer* transfer = begin_matched(message, from.source);
  transfer->remote_id = rts.sender;
  transfer->message_bytes = rts.bytes;
  transfer->bytes = rts.bytes < room ? rts.bytes : room;
  transfer->side = side_of(message->buffer, message->memory);
  transfer->area = rts.area;
  transfer->listed = (rts.flags & wire::kListed) != 0;
  if (transfer->listed) transfer->source_kind = accel::MemoryKind::kDevice;
  if (offer != nullptr) {
    transfer->offer = *offer;
    transfer->has_offer = true;
    transfer->source_kind = offer->region.kind;
  }
  transfer->stage = Stage::kReady;
  activate(transfer);
  return transfer;
}

Status P2p::send_cts(Transfer* transfer, const Choice& choice, std::span<const std::byte> places) {
  wire::Cts header;
  header.sender = transfer->remote_id;
  header.receiver = transfer->id;
  header.bytes = transfer->bytes;
  wire::Offer offer;
  std::span<const std::byte> payload;
  if (transfer->may_exchange) header.flags |= wire::kMayExchange;
  if (misses_area(*transfer)) header.flags |= wire::kWantsArea;
  if (choice.method == Method::kStream) {
    header.flags |= wire::kByStream;
    payload = places;
  }
  if (choice.method == Method::kStaged && !mover_.wants_device(transfer->side.memory)) header.flags |= wire::kByCpu;
  if (choice.method == Method::kAskPut && transfer->side.one_run) {
    PENSTOCK_TRY(mover_.settle(transfer->side.memory));
    transfer->unexported = !make_offer(transfer->side, transfer->peer, &offer);
    header.flags |= wire::kWithOffer | wire::kMayPut;
    if (transfer->may_pull) header.flags |= wire::kMayPull;
    payload = wire::bytes_of(offer);
  }
  return post(transfer->peer, wire::bytes_of(header), payload, transfer->id);
}

void P2p::cts_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Cts cts;
  wire::Offer offer;
  if (!wire::read(header, &cts)) return protocol_error(peer, "a clearance with a short header");
  Transfer* transfer = find(peer, cts.sender, Message::Role::kSend);
  if (transfer == nullptr || transfer->stage != Stage::kOffered || transfer->eager_sync || cts.bytes == 0 ||
      cts.bytes > transfer->bytes) {
    return protocol_error(peer, "a clearance for no message");
  }
  const bool with_offer = (cts.flags & wire::kWithOffer) != 0;
  if (with_offer && (!wire::read(payload, &offer) || !is_sane(offer.shape) || offer.shape.packed_bytes() < cts.bytes)) {
    return protocol_error(peer, "a clearance whose shape does not hold the message");
  }
  if (with_offer) borrow(peer, offer.region);
  if ((cts.flags & wire::kWantsArea) != 0) first_offers_.want_area(peer);
  transfer->look_at_side();
  transfer->remote_id = cts.receiver;
  transfer->bytes = cts.bytes;
  transfer->has_offer = with_offer && (cts.flags & wire::kMayPut) != 0;
  if (transfer->has_offer) transfer->offer = offer;
  transfer->may_exchange = (cts.flags & wire::kMayExchange) != 0 && transfer->area != 0;
  transfer->may_pull = transfer->has_offer && (cts.flags & wire::kMayPull) != 0;
  transfer->attended = (cts.flags & wire::kByCpu) != 0;
  transfer->by_stream = (cts.flags & wire::kByStream) != 0;
  if (transfer->by_stream && (payload.empty() || !take_places(transfer, payload))) {
    return fail(transfer, Status::error(Code::kProtocol, "rank {} told of no place for the first bytes of a stream", peer),
                true);
  }
  transfer->stage = Stage::kReady;
  activate(transfer);
}

// The receiver, who has asked, pulls what this rank cannot push; the message stays offered.
void P2p::leave_to_pull(Transfer* transfer) {
  wire::Fin fin;
  fin.via = wire::kPull;
  fin.id = transfer->remote_id;
  transfer->stage = Stage::kOffered;
  transfer->has_offer = transfer->may_pull = false;
  deactivate(transfer);
  Status status = post(transfer->peer, wire::bytes_of(fin), {}, transfer->id);
  if (!status.is_ok()) fail(transfer, std::move(status), true);
}

void P2p::send_fin(int peer, std::uint64_t id, Code code, const transport::Transport* via) {
  wire::Fin fin;
  fin.code = static_cast<std::uint8_t>(code);
  fin.id = id;
  const auto transports = parts_.peers.transports();
  for (std::size_t i = 0; i < transports.size(); ++i) {
    if (transports[i].get() == via) fin.via = static_cast<std::uint8_t>(i + 1);
  }
  if (Status status = post(peer, wire::bytes_of(fin), {}, 0); !status.is_ok()) record_failure(std::move(status));
}

void P2p::pull_after_all(Transfer* transfer) {
  if (!transfer->may_pull) return protocol_error(transfer->peer, "a message back that it was asked to move");
  transfer->may_pull = false;
  transfer->no_push = true;
  transfer->stage = Stage::kReady;
  activate(transfer);
}

// For a sender: the receiver has pulled the message. For a receiver: the sender has pushed it. Or either gave up.
void P2p::fin_arrived(int peer, std::span<const std::byte> header) {
  wire::Fin fin;
  if (!wire::read(header, &fin)) return protocol_error(peer, "an ending with a short header");
  Transfer* transfer = ids_.find(fin.id);
  if (transfer == nullptr || transfer->peer != peer ||
      (transfer->stage != Stage::kOffered && transfer->stage != Stage::kAwaiting && fin.code == 0)) {
    return protocol_error(peer, "an ending of no transfer");
  }
  // What is streaming ends outside of what the transport delivers.
  if (fin.code != 0 && transfer->stage == Stage::kStreaming) {
    transfer->given_up = true;
    transfer->error = peer_failed(peer, code_of(fin.code));
    return;
  }
  if (fin.code != 0) return fail(transfer, peer_failed(peer, code_of(fin.code)), false);
  if (transfer->stage == Stage::kAwaiting) {
    if (transfer->begun != 0) return protocol_error(peer, "the ending of a message that came in part");
    if (fin.via == wire::kPull) return pull_after_all(transfer);
    transfer->begun = transfer->ended = transfer->bytes;
    transfer->path = paths_.direct(Method::kPut, fin.via == 0 ? parts_.peers.transports().size() : fin.via - 1U);
  }
  finish(transfer, Status::ok());
}

}  // namespace penstock::proto
