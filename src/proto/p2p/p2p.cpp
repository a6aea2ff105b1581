#include "proto/p2p/p2p.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace penstock::proto {
namespace {

Result result_of(const Unexpected& kept) noexcept {
  return {kept.envelope.source, kept.envelope.tag, static_cast<const Arrived&>(kept).bytes, false};
}

}  // namespace

P2p::P2p(const ProtocolParts& parts)
    : parts_(parts),
      process_(accel::this_process(parts.config)),
      outbox_(parts.outbox),
      post_(parts.outbox, *this),
      flow_(parts.config.unexpected_limit),
      send_slots_(parts.config.net_chunk, static_cast<int>(parts.config.net_send_slots)),
      receive_slots_(parts.config.net_chunk, static_cast<int>(parts.config.net_receive_slots)),
      mover_(parts.config, parts.log, parts.accel),
      host_copies_(parts.config),
      first_touch_(static_cast<double>(parts.config.map_after_us)),
      paths_(parts.counters, parts.peers),
      explainer_(parts.config, parts.log, parts.rank) {
  using enum wire::Kind;
  parts.owners.own({kEagerSync, kSyncAck, kRts, kCts, kFin, kFrag, kFragAck, kHold, kResume, kForget, kPlace}, this);
}

P2p::~P2p() {
  while (Unexpected* kept = matcher_.any_unexpected()) {
    matcher_.drop(*kept);
    arrived_.release(static_cast<Arrived*>(kept));
  }
  while (Unexpected* probed = probed_.pop_front()) arrived_.release(static_cast<Arrived*>(probed));
  while (Incoming* piece = incoming_.pop_front()) pieces_.release(piece);
  while (Posted* posted = matcher_.any_posted()) {
    matcher_.withdraw(*posted);
    static_cast<Message*>(posted)->finish(Status::error(Code::kInternal, "the job ended before this receive"));
  }
  std::vector<Transfer*> left;
  ids_.for_each([&left](Transfer* transfer) { left.push_back(transfer); });
  for (Transfer* transfer : left) {
    while (StreamPiece* piece = transfer->pieces.pop_front()) stream_pieces_.release(piece);
    finish(transfer, Status::error(Code::kInternal, "the job ended before this message"));
  }
}

Census P2p::census() const noexcept {
  return {matcher_.posted(), matcher_.unexpected(), matcher_.most_unexpected(), flow_.kept(), active_count_};
}

Status P2p::query(const Buffer& buffer, accel::Memory* out) {
  if (parts_.accel.all_host()) return Status::ok();
  if (buffer.bytes() == 0) return Status::ok();
  return parts_.accel.query(static_cast<const std::byte*>(buffer.address) + buffer.layout->first_offset(), out);
}

Status P2p::send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) {
  accel::Memory memory;
  transport::Transport* lane = nullptr;
  PENSTOCK_TRY(parts_.peers.lane(peer, &lane));
  Status asked = query(buffer, &memory);
  if (asked.is_ok()) asked = mover_.settle(memory);
  Message* message = messages_.acquire(this, Message::Role::kSend, buffer, Envelope{context, peer, tag});
  message->memory = memory;
  if (!asked.is_ok()) {
    send_broken(message, std::move(asked));
    *out = message;
    return Status::ok();
  }
  Status status = goes_eager(buffer, memory, *lane) ? send_small(message, mode) : send_rts(message);
  if (!status.is_ok()) {
    message->release();
    return status;
  }
  *out = message;
  return Status::ok();
}

Status P2p::recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out) {
  Message* message = messages_.acquire(this, Message::Role::kReceive, buffer, Envelope{context, peer, tag});
  // A receive of unknown memory still takes its message, so that the sender hears of it and does not wait for ever.
  message->broken = query(buffer, &message->memory);
  *out = message;
  message->retain();
  if (Unexpected* kept = matcher_.take(message->wanted)) {
    accept(message, static_cast<Arrived*>(kept));
    return Status::ok();
  }
  if (const Status* why = peer == kAnySource ? nullptr : parts_.peers.loss_of(peer)) {
    message->finish(why->clone());
    return Status::ok();
  }
  message->posted = true;
  matcher_.post(*message);
  return Status::ok();
}

Status P2p::copy(const Buffer& destination, const Buffer& source, Operation** out) {
  if (destination.bytes() != source.bytes()) {
    return Status::error(Code::kArg, "a copy of {} bytes into a buffer of {}", source.bytes(), destination.bytes());
  }
  accel::Memory to;
  accel::Memory from;
  PENSTOCK_TRY(query(destination, &to));
  PENSTOCK_TRY(query(source, &from));
  Message* message = messages_.acquire(this, Message::Role::kCopy, destination, Envelope{});
  message->memory = to;
  message->outcome().bytes = source.bytes();
  *out = message;
  accel::Ticket ticket;
  Status status = mover_.copy(side_of(destination, to), side_of(source, from), source.bytes(), next_lane_++, &ticket);
  if (!status.is_ok() || ticket.sequence == 0) {
    message->finish_at_once(std::move(status));
    return Status::ok();
  }
  Transfer* transfer = begin(message, parts_.rank);
  transfer->stage = Stage::kCopying;
  transfer->bytes = transfer->message_bytes = source.bytes();
  transfer->handle.ticket = ticket;
  activate(transfer);
  return Status::ok();
}

bool P2p::cancel_recv(Operation* operation) {
  auto* message = static_cast<Message*>(operation);
  if (!message->posted) return false;
  matcher_.withdraw(*message);
  message->posted = false;
  message->outcome().cancelled = true;
  message->finish(Status::ok());
  return true;
}

bool P2p::probe(int peer, int tag, Context context, Result* out) {
  const Unexpected* kept = matcher_.peek({context, peer, tag});
  if (kept == nullptr) return false;
  *out = result_of(*kept);
  return true;
}

Unexpected* P2p::mprobe(int peer, int tag, Context context, Result* out) {
  Unexpected* kept = matcher_.take({context, peer, tag});
  if (kept == nullptr) return nullptr;
  probed_.push_back(*kept);
  *out = result_of(*kept);
  return kept;
}

Status P2p::mrecv(Unexpected* probed, const Buffer& buffer, Operation** out) {
  Message* message = messages_.acquire(this, Message::Role::kReceive, buffer, probed->envelope);
  message->broken = query(buffer, &message->memory);
  *out = message;
  message->retain();
  probed_.erase(*probed);
  accept(message, static_cast<Arrived*>(probed));
  return Status::ok();
}

void P2p::arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) {
  switch (kind) {
    case wire::Kind::kEager: return eager_arrived(peer, header, payload, false);
    case wire::Kind::kEagerSync: return eager_arrived(peer, header, payload, true);
    case wire::Kind::kSyncAck: return sync_acknowledged(peer, header);
    case wire::Kind::kRts: return rts_arrived(peer, header, payload);
    case wire::Kind::kCts: return cts_arrived(peer, header, payload);
    case wire::Kind::kFin: return fin_arrived(peer, header);
    case wire::Kind::kFrag: return frag_arrived(peer, header, payload);
    case wire::Kind::kFragAck: return ack_arrived(peer, header);
    case wire::Kind::kHold: return flow_told(peer, true);
    case wire::Kind::kResume: return flow_told(peer, false);
    case wire::Kind::kForget: return forget_arrived(peer, header);
    case wire::Kind::kPlace: return place_arrived(peer, header, payload);
    default: return;
  }
}

// A transfer may end, and others begin, in a step: each is put behind the others before its turn. The first of a round is
// the last of the next one, so that transfers which compete for slots take turns.
bool P2p::step_active() {
  bool moved = false;
  for (std::size_t turns = active_count_; turns > 0; --turns) {
    Transfer* transfer = active_.pop_front();
    if (transfer == nullptr) break;
    active_.push_back(*transfer);
    moved |= step(transfer);
  }
  if (Transfer* first = active_.pop_front()) active_.push_back(*first);
  return moved;
}

bool P2p::progress() {
  bool moved = false;
  if (slots_.waiting()) moved |= poll_slots();
  if (!incoming_.empty()) moved |= poll_incoming();
  if (active_count_ != 0) moved |= step_active();
  if (lending_ != nullptr && !parting_ && lending_->lends()) moved |= recall();
  return moved;
}

std::uint64_t P2p::device_expected_ns() noexcept {
  std::uint64_t first = 0;
  for (Transfer& transfer : active_) {
    for (const StreamPiece& piece : transfer.pieces) {
      if (piece.ticket.sequence != 0) return 1;
    }
    if (transfer.handle.ticket.sequence == 0) continue;
    if (first == 0 || transfer.expect_ns < first) first = transfer.expect_ns;
  }
  if (first == 0 && (slots_.waiting() || !incoming_.empty())) first = 1;
  return first;
}

Transfer* P2p::find(int peer, std::uint64_t id, Message::Role role) noexcept {
  Transfer* transfer = ids_.find(id);
  return transfer != nullptr && transfer->peer == peer && transfer->message->role == role ? transfer : nullptr;
}

Status P2p::post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, std::uint64_t id) {
  return post_.post(peer, header, payload, id);
}

void P2p::sent(std::uint64_t cookie, Status&& status) {
  Transfer* transfer = ids_.find(cookie);
  if (!status.is_ok()) {
    if (transfer == nullptr) return record_failure(std::move(status));
    return fail(transfer, std::move(status), true);
  }
  if (transfer != nullptr && transfer->stage == Stage::kQueued) finish(transfer, Status::ok());
}

Status P2p::truncated(const Envelope& from, std::uint64_t bytes, std::uint64_t room) {
  return Status::error(Code::kTruncate, "the message of rank {} with tag {} has {} bytes, the receive has room for {}",
                       from.source, from.tag, bytes, room);
}

}  // namespace penstock::proto
