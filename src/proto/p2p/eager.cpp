// Small messages: the packed bytes travel with the header, whether or not the receive is there.
#include "base/clock.hpp"
#include "proto/layout/pack.hpp"
#include "proto/p2p/p2p.hpp"

namespace penstock::proto {
namespace {

constexpr std::uint64_t kAlwaysTimed = 1024;
constexpr unsigned kTimedOf = 16;

}  // namespace

using transport::Outcome;

Status P2p::send_eager(Message* message, SendMode mode) {
  const std::uint64_t bytes = message->buffer.bytes();
  const auto* payload = static_cast<const std::byte*>(message->buffer.address);
  if (!message->buffer.layout->is_contiguous(message->buffer.count)) {
    if (scratch_.size() < bytes) scratch_.resize(bytes);
    pack_host(message->buffer, 0, {scratch_.data(), bytes});
    payload = scratch_.data();
  }
  const Envelope& to = message->wanted;
  if (mode == SendMode::kSynchronous) {
    Transfer* transfer = begin(message, to.source);
    transfer->eager_sync = true;
    wire::EagerSync header;
    header.tag = to.tag;
    header.context = to.context;
    header.sender = transfer->id;
    Status status = post(to.source, wire::bytes_of(header), {payload, bytes}, transfer->id);
    if (!status.is_ok()) fail(transfer, std::move(status), false);
    return Status::ok();
  }
  wire::Eager header;
  header.tag = to.tag;
  header.context = to.context;
  Parcel parcel{to.source, wire::bytes_of(header), {payload, bytes}, 0};
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
  const bool timed = bytes > kAlwaysTimed || next_timed_++ % kTimedOf == 0;
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
  const std::uint64_t elapsed = timed ? (base::now_ns() - start) * (bytes > kAlwaysTimed ? 1 : kTimedOf) : 0;
  paths_.record(paths_.eager(from.source), accel::MemoryKind::kHost, message->memory.kind, bytes, elapsed);
  if (kind == wire::Kind::kEagerSync) {
    wire::Fin ack;
    ack.kind = wire::Kind::kSyncAck;
    ack.id = sender;
    if (Status posted = post(from.source, wire::bytes_of(ack), {}, 0); !posted.is_ok()) record_failure(std::move(posted));
  }
  message->finish(std::move(status));
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
  matcher_.add_unexpected(*kept);
}

void P2p::sync_acknowledged(int peer, std::span<const std::byte> header) {
  wire::Fin ack;
  if (!wire::read(header, &ack)) return protocol_error(peer, "an acknowledgement with a short header");
  Transfer* transfer = find(peer, ack.id, Message::Role::kSend);
  if (transfer == nullptr || transfer->stage != Stage::kOffered || !transfer->eager_sync) {
    return protocol_error(peer, "an acknowledgement of no message");
  }
  finish(transfer, Status::ok());
}

// A receive meets a message that came before it.
void P2p::accept(Message* message, Arrived* arrived) {
  if (arrived->broken != Code::kOk) {
    message->outcome().source = arrived->envelope.source;
    message->outcome().tag = arrived->envelope.tag;
    message->finish(peer_failed(arrived->envelope.source, arrived->broken));
  } else if (arrived->kind == wire::Kind::kRts) {
    wire::Offer offer;
    if (arrived->with_offer) std::memcpy(static_cast<void*>(&offer), arrived->data.data.get(), sizeof(offer));
    begin_receive(message, arrived->envelope, arrived->sender, arrived->bytes, arrived->with_offer ? &offer : nullptr);
  } else {
    receive_eager(message, arrived->envelope, arrived->kind, arrived->sender, {arrived->data.data.get(), arrived->bytes});
  }
  blocks_.release(std::move(arrived->data));
  arrived_.release(arrived);
}

}  // namespace penstock::proto
