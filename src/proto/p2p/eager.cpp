#include "proto/p2p/eager.hpp"

#include <cstring>

#include "base/clock.hpp"
#include "base/copy_small.hpp"
#include "proto/layout/pack.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kTimedOf = 64;
constexpr int kMostInFront = 32;  // messages of other receives that one call examines
// Counts the receives that are posted between two looks at the transport: a look that finds nothing costs as much as posting a
// receive, and a receiver close behind its sender takes away the cache line that the sender is writing.
constexpr std::size_t kPostedPerLook = 8;
constexpr std::uint64_t kMostFetched = 32U << 10;  // largest message that a sender waits to fetch from a device

std::uint64_t most_payload(const transport::Capabilities& can) noexcept {
  return can.max_send - sizeof(wire::EagerSync);
}

std::uint64_t memory_of(const Arrived& arrived) noexcept {
  return sizeof(Arrived) + arrived.data.capacity;
}

}  // namespace

using transport::Outcome;

Eager::Eager(Core& core, Rendezvous& rendezvous)
    : core_(core), rendezvous_(rendezvous), credits_(core.parts.config.unexpected_limit) {
  using enum wire::Kind;
  core.parts.owners.own({kEager, kEagerSync, kSyncAck, kHold, kResume}, this);
}

void Eager::arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) {
  switch (kind) {
    case wire::Kind::kSyncAck: return sync_acknowledged(peer, header);
    case wire::Kind::kHold: return credits_told(peer, true);
    case wire::Kind::kResume: return credits_told(peer, false);
    default: return message_arrived(peer, header, payload);
  }
}

// A network has its own eager limit: an announcement and its answer are two messages to it.
std::uint64_t Eager::limit(const transport::Capabilities& can) const noexcept {
  return (can.flags & transport::kCanStream) != 0 ? most_payload(can) : core_.parts.config.eager_limit;
}

bool Eager::suits(const Buffer& buffer, const accel::Memory& memory, const transport::Transport& lane) const {
  const std::uint64_t bytes = buffer.bytes();
  if (bytes == 0) return true;
  // Data that must be packed cannot be moved in a single copy, so a rendezvous would only add its announcement.
  const transport::Capabilities& can = lane.capabilities();
  const std::uint64_t most = limit(can) * (buffer.layout->is_contiguous(buffer.count) ? 1 : 2);
  // Between hosts an announcement and its answer take several times as long as fetching a small message from the device.
  if (!Mover::cpu_reaches(memory) && ((can.flags & transport::kCanStream) == 0 || bytes > kMostFetched)) return false;
  return bytes <= most && bytes <= most_payload(can);
}

// Returns the packed bytes; they stay valid until the next message is packed.
Status Eager::packed(const Message& message, std::span<const std::byte>* out) {
  const std::uint64_t bytes = message.buffer.bytes();
  const bool at_hand = bytes == 0 || Mover::cpu_reaches(message.memory);
  if (at_hand && message.buffer.layout->is_contiguous(message.buffer.count)) {
    *out = {static_cast<const std::byte*>(message.buffer.address), bytes};
    return Status::ok();
  }
  if (scratch_.size() < bytes) scratch_.resize(bytes);
  *out = {scratch_.data(), bytes};
  if (!at_hand) return core_.mover.pack_now(side_of(message.buffer, message.memory), bytes, scratch_.data());
  pack_host(message.buffer, 0, {scratch_.data(), bytes});
  return Status::ok();
}

Status Eager::send(Message* message, SendMode mode) {
  std::span<const std::byte> payload;
  if (Status fetched = packed(*message, &payload); !fetched.is_ok()) {
    rendezvous_.send_broken(message, std::move(fetched));
    return Status::ok();
  }
  const int peer = message->wanted.source;
  if (mode == SendMode::kSynchronous) return send_synchronous(message, payload, false);
  if (!credits_.held(peer)) return send_eager(message, payload);
  return credits_.may_send_bytes(peer, payload.size()) ? send_synchronous(message, payload, true) : rendezvous_.send(message);
}

Status Eager::send_synchronous(Message* message, std::span<const std::byte> payload, bool held) {
  const Envelope& to = message->wanted;
  Transfer* transfer = core_.transfers.begin(message, to.source, this);
  transfer->eager.held = held;
  if (held) credits_.sent(to.source);
  wire::EagerSync header;
  header.tag = to.tag;
  header.context = to.context;
  header.sender = transfer->id;
  Status status = core_.transfers.post(to.source, wire::bytes_of(header), payload, transfer->id);
  if (!status.is_ok()) core_.transfers.fail(transfer, std::move(status), false);
  return Status::ok();
}

bool Eager::is_on_host(const Buffer& buffer) const {
  accel::Memory memory;
  return core_.query(buffer, &memory).is_ok() && memory.kind == accel::MemoryKind::kHost;
}

// Sends without an operation: no state of the message remains in this rank.
bool Eager::send_now(const Buffer& buffer, int peer, int tag, Context context) {
  const std::uint64_t bytes = buffer.bytes();
  transport::Transport* lane = core_.parts.peers.known_lane(peer);
  if (lane == nullptr || !core_.parts.outbox.empty() || credits_.held(peer)) return false;
  const transport::Capabilities& can = lane->capabilities();
  if (bytes > most_payload(can)) return false;
  if ((can.flags & transport::kCanStream) == 0 && bytes > core_.parts.config.eager_limit) return false;  // see limit()
  if (!is_plain(buffer)) return false;
  wire::Eager header;
  header.tag = tag;
  header.context = context;
  Status why;
  // send() will meet the same failure again, and reports it.
  return lane->send(peer, wire::bytes_of(header), {static_cast<const std::byte*>(buffer.address), bytes}, &why) ==
         Outcome::kDone;
}

Status Eager::send_eager(Message* message, std::span<const std::byte> payload) {
  const Envelope& to = message->wanted;
  wire::Eager header;
  header.tag = to.tag;
  header.context = to.context;
  Status why;
  switch (core_.parts.outbox.try_send(to.source, wire::bytes_of(header), payload, &why)) {
    case Outcome::kDone: message->finish_at_once(Status::ok()); return Status::ok();
    case Outcome::kError: message->finish_at_once(std::move(why)); return Status::ok();
    case Outcome::kFull: break;
  }
  // The send ends when the transport accepts it. The number of waiting messages is bounded by
  // the application's own operations in flight.
  return core_.transfers.queue(core_.transfers.begin(message, to.source, this), wire::bytes_of(header), payload);
}

void Eager::receive(Message* message, const Envelope& from, wire::Kind kind, std::uint64_t sender,
                    std::span<const std::byte> payload) {
  const std::uint64_t room = message->buffer.bytes();
  const std::uint64_t bytes = payload.size() < room ? payload.size() : room;
  Result& result = message->outcome();
  result.source = from.source;
  result.tag = from.tag;
  result.bytes = bytes;
  // Reading the clock twice costs as much as two small messages, so one message in kTimedOf is timed and counts for all.
  const bool timed = next_timed_++ % kTimedOf == 0;
  const std::uint64_t start = timed ? base::now_ns() : 0;
  Status status;
  if (!message->broken.is_ok()) {
    if (message->expects) return core_.leave(message, copied(from, kind, sender, payload));
    status = std::move(message->broken);
    result.bytes = 0;
  } else if (bytes > 0 && Mover::cpu_reaches(message->memory)) {
    unpack_host(message->buffer, 0, payload.first(bytes));
  } else if (bytes > 0) {
    status = core_.mover.unpack_now(side_of(message->buffer, message->memory), bytes, payload.data());
  }
  if (status.is_ok() && payload.size() > room) status = truncated(from.source, from.tag, payload.size(), room);
  const std::uint64_t elapsed = timed ? (base::now_ns() - start) * kTimedOf : 0;
  core_.paths.record(core_.paths.eager(from.source), accel::MemoryKind::kHost, message->memory.kind, bytes, elapsed);
  if (core_.explainer.on()) [[unlikely]] {
    explain_eager(*message, from.source, payload.size());
  }
  if (kind == wire::Kind::kEagerSync) {
    wire::Fin ack;
    ack.kind = wire::Kind::kSyncAck;
    ack.id = sender;
    core_.transfers.tell(from.source, wire::bytes_of(ack));
  }
  message->finish(std::move(status));
}

// Copies and counts one message, and times it if its turn has come.
void Eager::put(int peer, void* to, std::span<const std::byte> payload) {
  const bool timed = next_timed_++ % kTimedOf == 0;
  const std::uint64_t start = timed ? base::now_ns() : 0;
  base::copy_small(static_cast<std::byte*>(to), payload.data(), payload.size());
  core_.paths.record_eager(peer, payload.size(), timed ? (base::now_ns() - start) * kTimedOf : 0);
}

// Receives the usual message: does the same as receive() without the parts that do not concern such a message.
void Eager::take_at_once(Message* message, const Envelope& from, std::span<const std::byte> payload) {
  put(from.source, message->buffer.address, payload);
  message->outcome() = {from.source, from.tag, payload.size(), false};
  message->finish();
}

void Eager::hand_over(Message* taker, const Envelope& from, std::span<const std::byte> payload) {
  if (taker->takes(payload.size()) && !core_.explainer.on()) [[likely]] {
    return take_at_once(taker, from, payload);
  }
  receive(taker, from, wire::Kind::kEager, 0, payload);
}

// Copies the message from where its sender wrote it, without posting a receive or keeping the message.
bool Eager::recv_now(const Buffer& buffer, const Envelope& wanted, Result* out) {
  const int peer = wanted.source;
  transport::Transport* lane = core_.parts.peers.known_lane(peer);
  transport::Front front;
  if (core_.matcher.posted() % kPostedPerLook != 0) return false;
  if (lane == nullptr || !lane->front(peer, &front)) return false;
  if (core_.explainer.on() || core_.keeps(wanted) || !is_plain(buffer)) return false;
  for (int i = 0; i < kMostInFront; ++i) {
    wire::Eager header;
    if (!wire::read(front.header, &header) || header.kind != wire::Kind::kEager) return false;
    const Envelope from{header.context, peer, header.tag};
    Message* earlier = core_.take_receive(from);
    if (earlier == nullptr) {
      if (from.context != wanted.context || !tags_match(wanted.tag, from.tag)) return false;
      if (front.payload.size() > buffer.bytes()) return false;
      put(peer, buffer.address, front.payload);
      *out = {peer, from.tag, front.payload.size(), false};
      lane->pop_front(peer);
      return true;
    }
    hand_over(earlier, from, front.payload);
    lane->pop_front(peer);
    if (!lane->front(peer, &front)) return false;
  }
  return false;
}

void Eager::explain_eager(const Message& message, int peer, std::uint64_t bytes) {
  transport::Transport* lane = nullptr;
  if (bytes == 0 || !core_.parts.peers.lane(peer, &lane).is_ok()) return;  // no bytes move
  core_.explainer.eager({peer, true, bytes, accel::MemoryKind::kHost, message.memory.kind}, lane->name());
}

void Eager::message_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Eager message;
  if (!wire::read(header, &message)) return core_.nonsense(peer, "a message with a short header");
  const wire::Kind kind = message.kind == wire::Kind::kEagerSync ? wire::Kind::kEagerSync : wire::Kind::kEager;
  wire::EagerSync whole;
  if (kind == wire::Kind::kEagerSync && !wire::read(header, &whole)) {
    return core_.nonsense(peer, "a synchronous message with a short header");
  }
  const Envelope from{message.context, peer, message.tag};
  if (kind == wire::Kind::kEagerSync) return synchronous_arrived(from, whole.sender, payload);
  if (Message* taker = core_.take_receive(from)) {
    return hand_over(taker, from, payload);
  }
  core_.keep(copied(from, kind, 0, payload));
}

void Eager::synchronous_arrived(const Envelope& from, std::uint64_t sender, std::span<const std::byte> payload) {
  bool gone = false;
  Message* const taker = core_.take_receive(from, sender, &gone);
  if (gone) return;
  if (taker != nullptr) return receive(taker, from, wire::Kind::kEagerSync, sender, payload);
  core_.keep(copied(from, wire::Kind::kEagerSync, sender, payload));
}

// Copies an unexpected message, which is received later. Its memory is charged to the sender until then.
Arrived* Eager::copied(const Envelope& from, wire::Kind kind, std::uint64_t sender, std::span<const std::byte> payload) {
  Arrived* kept = core_.arrived.acquire();
  kept->envelope = from;
  kept->kind = kind;
  kept->sender = sender;
  kept->bytes = payload.size();
  if (!payload.empty()) {
    kept->data = core_.blocks.acquire(payload.size());
    std::memcpy(kept->data.data.get(), payload.data(), payload.size());
  }
  if (credits_.keep(from.source, memory_of(*kept))) tell_credits(from.source, wire::Kind::kHold);
  return kept;
}

void Eager::accept(Message* message, const Arrived& arrived) {
  receive(message, arrived.envelope, arrived.kind, arrived.sender, {arrived.data.data.get(), arrived.bytes});
  forget(arrived);
}

void Eager::forget(const Arrived& arrived) {
  const int peer = arrived.envelope.source;
  if (credits_.give_back(peer, memory_of(arrived))) tell_credits(peer, wire::Kind::kResume);
}

void Eager::over(const Transfer& transfer, bool /*well*/) {
  if (transfer.eager.held) credits_.over(transfer.peer);
}

void Eager::tell_credits(int peer, wire::Kind kind) {
  const wire::Credits word{kind};
  core_.transfers.tell(peer, wire::bytes_of(word));
}

// When the peer resumes, messages that were sent on hold complete without a match, since they have reached the peer already.
// Their acknowledgements come later and are ignored.
void Eager::credits_told(int peer, bool hold) {
  credits_.hear(peer, hold);
  if (core_.parts.events.wanted(observe::Event::kCredits)) [[unlikely]] {
    core_.parts.events.raise(observe::Event::kCredits, {peer, hold ? 1 : 0});
  }
  if (hold) return;
  const auto held = [peer](const Transfer& transfer) { return transfer.eager.held && transfer.peer == peer; };
  for (Transfer* transfer : core_.transfers.all(held)) core_.transfers.finish(transfer, Status::ok());
}

void Eager::sync_acknowledged(int peer, std::span<const std::byte> header) {
  wire::Fin ack;
  if (!wire::read(header, &ack)) return core_.nonsense(peer, "an acknowledgement with a short header");
  Transfer* transfer = core_.transfers.find(peer, ack.id, Message::Role::kSend);
  if (transfer == nullptr && core_.transfers.was_valid(ack.id)) return;  // the peer resumed before
  if (transfer == nullptr || transfer->stage != Stage::kOffered || transfer->owner != this) {
    return core_.nonsense(peer, "an acknowledgement of no message");
  }
  core_.transfers.finish(transfer, Status::ok());
}

}  // namespace penstock::proto
