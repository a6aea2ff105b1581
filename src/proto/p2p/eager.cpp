// Small messages: the packed bytes travel with the header, whether or not the receive is there.
#include "base/clock.hpp"
#include "proto/layout/pack.hpp"
#include "proto/p2p/p2p.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kTimedOf = 16;
constexpr std::uint64_t kMostFetched = 32U << 10;  // from a device, while the sender waits: above, pieces are as quick

std::uint64_t most_payload(const transport::Capabilities& can) noexcept {
  return can.max_send - sizeof(wire::EagerSync);
}

std::uint64_t memory_of(const Arrived& arrived) noexcept {
  return sizeof(Arrived) + arrived.data.capacity;
}

}  // namespace

using transport::Outcome;

// A network's own: an announcement and its answer are two messages of it.
std::uint64_t P2p::eager_limit(const transport::Capabilities& can) const noexcept {
  return (can.flags & transport::kCanStream) != 0 ? most_payload(can) : parts_.config.eager_limit;
}

bool P2p::goes_eager(const Buffer& buffer, const accel::Memory& memory, const transport::Transport& lane) const {
  const std::uint64_t bytes = buffer.bytes();
  if (bytes == 0) return true;
  // What has to be packed cannot be copied once; the announcement would be all that a rendezvous adds.
  const transport::Capabilities& can = lane.capabilities();
  const std::uint64_t limit = eager_limit(can);
  const std::uint64_t most = buffer.layout->is_contiguous(buffer.count) ? limit : 2 * limit;
  // Between hosts an announcement and its answer cost several times what fetching small things from the device does.
  if (!Mover::cpu_reaches(memory) && ((can.flags & transport::kCanStream) == 0 || bytes > kMostFetched)) return false;
  return bytes <= most && bytes <= most_payload(can);
}

// Valid until the next message is packed.
Status P2p::packed(const Message& message, std::span<const std::byte>* out) {
  const std::uint64_t bytes = message.buffer.bytes();
  const bool at_hand = bytes == 0 || Mover::cpu_reaches(message.memory);
  if (at_hand && message.buffer.layout->is_contiguous(message.buffer.count)) {
    *out = {static_cast<const std::byte*>(message.buffer.address), bytes};
    return Status::ok();
  }
  if (scratch_.size() < bytes) scratch_.resize(bytes);
  *out = {scratch_.data(), bytes};
  if (!at_hand) return mover_.pack_now(side_of(message.buffer, message.memory), bytes, scratch_.data());
  pack_host(message.buffer, 0, {scratch_.data(), bytes});
  return Status::ok();
}

Status P2p::send_small(Message* message, SendMode mode) {
  std::span<const std::byte> payload;
  if (Status fetched = packed(*message, &payload); !fetched.is_ok()) {
    send_broken(message, std::move(fetched));
    return Status::ok();
  }
  if (mode == SendMode::kSynchronous) return send_synchronous(message, payload, false);
  return flow_.held(message->wanted.source) ? send_held(message, payload) : send_eager(message, payload);
}

Status P2p::send_synchronous(Message* message, std::span<const std::byte> payload, bool held) {
  const Envelope& to = message->wanted;
  Transfer* transfer = begin(message, to.source);
  transfer->eager_sync = true;
  transfer->held = held;
  if (held) flow_.sent(to.source);
  wire::EagerSync header;
  header.tag = to.tag;
  header.context = to.context;
  header.sender = transfer->id;
  Status status = post(to.source, wire::bytes_of(header), payload, transfer->id);
  if (!status.is_ok()) fail(transfer, std::move(status), false);
  return Status::ok();
}

Status P2p::send_held(Message* message, std::span<const std::byte> payload) {
  if (!flow_.may_send_bytes(message->wanted.source, payload.size())) return send_rts(message);
  return send_synchronous(message, payload, true);
}

// No operation is made: nothing of the message is left here.
bool P2p::send_now(const Buffer& buffer, int peer, int tag, Context context) {
  const std::uint64_t bytes = buffer.bytes();
  transport::Transport* lane = parts_.peers.known_lane(peer);
  if (lane == nullptr || !outbox_.empty() || flow_.held(peer)) return false;
  const transport::Capabilities& can = lane->capabilities();
  if (bytes > eager_limit(can) || bytes > most_payload(can)) return false;
  if (!buffer.layout->is_contiguous(buffer.count)) return false;
  if (bytes != 0 && !parts_.accel.all_host()) {
    accel::Memory memory;
    if (!query(buffer, &memory).is_ok() || memory.kind != accel::MemoryKind::kHost) return false;
  }
  wire::Eager header;
  header.tag = tag;
  header.context = context;
  Status why;
  // A failure is found again by send(), which tells it.
  return lane->send(peer, wire::bytes_of(header), {static_cast<const std::byte*>(buffer.address), bytes}, &why) ==
         Outcome::kDone;
}

Status P2p::send_eager(Message* message, std::span<const std::byte> payload) {
  const Envelope& to = message->wanted;
  wire::Eager header;
  header.tag = to.tag;
  header.context = to.context;
  Parcel parcel{to.source, wire::bytes_of(header), payload};
  Status why;
  switch (outbox_.try_send(parcel, &why)) {
    case Outcome::kDone: message->finish_at_once(Status::ok()); return Status::ok();
    case Outcome::kError: message->finish_at_once(std::move(why)); return Status::ok();
    case Outcome::kFull: break;
  }
  // The send ends when the transport takes it: what waits is bounded by the program's own operations in flight.
  Transfer* transfer = begin(message, to.source);
  transfer->stage = Stage::kQueued;
  parcel.cookie = transfer->id;
  parcel.listener = this;
  return outbox_.queue(parcel);
}

void P2p::receive_eager(Message* message, const Envelope& from, wire::Kind kind, std::uint64_t sender,
                        std::span<const std::byte> payload) {
  const std::uint64_t room = message->buffer.bytes();
  const std::uint64_t bytes = payload.size() < room ? payload.size() : room;
  Result& result = message->outcome();
  result.source = from.source;
  result.tag = from.tag;
  result.bytes = bytes;
  // Two looks at the clock cost as much as a small message: one of sixteen is timed, and stands for the others.
  const bool timed = next_timed_++ % kTimedOf == 0;
  const std::uint64_t start = timed ? base::now_ns() : 0;
  Status status;
  if (!message->broken.is_ok()) {
    status = std::move(message->broken);
    result.bytes = 0;
  } else if (bytes > 0 && Mover::cpu_reaches(message->memory)) {
    unpack_host(message->buffer, 0, payload.first(bytes));
  } else if (bytes > 0) {
    status = mover_.unpack_now(side_of(message->buffer, message->memory), bytes, payload.data());
  }
  if (status.is_ok() && payload.size() > room) status = truncated(from, payload.size(), room);
  const std::uint64_t elapsed = timed ? (base::now_ns() - start) * kTimedOf : 0;
  paths_.record(paths_.eager(from.source), accel::MemoryKind::kHost, message->memory.kind, bytes, elapsed);
  if (explainer_.on()) [[unlikely]] {
    explain_eager(*message, from.source, payload.size());
  }
  if (kind == wire::Kind::kEagerSync) {
    wire::Fin ack;
    ack.kind = wire::Kind::kSyncAck;
    ack.id = sender;
    if (Status posted = post(from.source, wire::bytes_of(ack), {}, 0); !posted.is_ok()) record_failure(std::move(posted));
  }
  message->finish(std::move(status));
}

// The usual message: as receive_eager(), with all that does not concern it left out.
void P2p::take_at_once(Message* message, const Envelope& from, std::span<const std::byte> payload) {
  ++next_timed_;
  if (!payload.empty()) std::memcpy(message->buffer.address, payload.data(), payload.size());
  Result& result = message->outcome();
  result.source = from.source;
  result.tag = from.tag;
  result.bytes = payload.size();
  paths_.record_eager(from.source, payload.size());
  message->finish();
}

void P2p::explain_eager(const Message& message, int peer, std::uint64_t bytes) {
  transport::Transport* lane = nullptr;
  if (bytes == 0 || !parts_.peers.lane(peer, &lane).is_ok()) return;  // nothing moves
  explainer_.eager({peer, true, bytes, accel::MemoryKind::kHost, message.memory.kind}, lane->name());
}

void P2p::eager_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, bool synchronous) {
  wire::EagerSync message;
  if (synchronous) {
    if (!wire::read(header, &message)) return protocol_error(peer, "a synchronous message with a short header");
  } else {
    wire::Eager plain;
    if (!wire::read(header, &plain)) return protocol_error(peer, "a message with a short header");
    message.tag = plain.tag;
    message.context = plain.context;
  }
  const wire::Kind kind = synchronous ? wire::Kind::kEagerSync : wire::Kind::kEager;
  const Envelope from{message.context, peer, message.tag};
  if (Posted* posted = matcher_.arrive(from)) {
    auto* receive = static_cast<Message*>(posted);
    receive->posted = false;
    if (!synchronous && next_timed_ % kTimedOf != 0 && receive->takes(payload.size()) && !explainer_.on()) [[likely]] {
      return take_at_once(receive, from, payload);
    }
    return receive_eager(receive, from, kind, message.sender, payload);
  }
  Arrived* kept = arrived_.acquire();
  kept->envelope = from;
  kept->kind = kind;
  kept->sender = message.sender;
  kept->bytes = payload.size();
  if (!payload.empty()) {
    kept->data = blocks_.acquire(payload.size());
    std::memcpy(kept->data.data.get(), payload.data(), payload.size());
  }
  keep(kept);
}

void P2p::add_unexpected(Arrived* arrived) {
  matcher_.add_unexpected(*arrived);
  if (parts_.events.wanted(observe::Event::kMessageKept)) [[unlikely]] {
    const Envelope& from = arrived->envelope;
    parts_.events.raise(observe::Event::kMessageKept, {from.source, from.tag, static_cast<std::int64_t>(arrived->bytes)});
  }
}

void P2p::keep(Arrived* arrived) {
  add_unexpected(arrived);
  if (flow_.keep(arrived->envelope.source, memory_of(*arrived))) tell_flow(arrived->envelope.source, wire::Kind::kHold);
}

void P2p::tell_flow(int peer, wire::Kind kind) {
  const wire::Flow word{kind};
  if (Status told = post(peer, wire::bytes_of(word), {}, 0); !told.is_ok()) record_failure(std::move(told));
}

// What was held is with the peer already: it needs no match now. The acknowledgements come late.
void P2p::flow_told(int peer, bool hold) {
  flow_.hear(peer, hold);
  if (parts_.events.wanted(observe::Event::kFlow)) [[unlikely]] {
    parts_.events.raise(observe::Event::kFlow, {peer, hold ? 1 : 0});
  }
  if (hold) return;
  std::vector<Transfer*> over;
  ids_.for_each([&](Transfer* transfer) {
    if (transfer->held && transfer->peer == peer) over.push_back(transfer);
  });
  for (Transfer* transfer : over) finish(transfer, Status::ok());
}

void P2p::sync_acknowledged(int peer, std::span<const std::byte> header) {
  wire::Fin ack;
  if (!wire::read(header, &ack)) return protocol_error(peer, "an acknowledgement with a short header");
  Transfer* transfer = find(peer, ack.id, Message::Role::kSend);
  if (transfer == nullptr && ids_.was_valid(ack.id)) return;  // the peer resumed before
  if (transfer == nullptr || transfer->stage != Stage::kOffered || !transfer->eager_sync) {
    return protocol_error(peer, "an acknowledgement of no message");
  }
  finish(transfer, Status::ok());
}

void P2p::accept_rts(Message* message, const Arrived& arrived) {
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
  rts.area = arrived.area;
  begin_receive(message, arrived.envelope, rts, arrived.with_offer ? &offer : nullptr);
}

// A receive meets a message that came before it.
void P2p::accept(Message* message, Arrived* arrived) {
  if (arrived->broken != Code::kOk) {
    message->outcome().source = arrived->envelope.source;
    message->outcome().tag = arrived->envelope.tag;
    message->finish(peer_failed(arrived->envelope.source, arrived->broken));
  } else if (arrived->kind == wire::Kind::kRts) {
    accept_rts(message, *arrived);
  } else {
    receive_eager(message, arrived->envelope, arrived->kind, arrived->sender, {arrived->data.data.get(), arrived->bytes});
    const int peer = arrived->envelope.source;
    if (flow_.give_back(peer, memory_of(*arrived))) tell_flow(peer, wire::Kind::kResume);
  }
  blocks_.release(std::move(arrived->data));
  arrived_.release(arrived);
}

}  // namespace penstock::proto
