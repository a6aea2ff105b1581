#include "proto/p2p/p2p.hpp"

#include <utility>

namespace penstock::proto {
namespace {

Result result_of(const Unexpected& kept) noexcept {
  return {kept.envelope.source, kept.envelope.tag, static_cast<const Arrived&>(kept).bytes, false};
}

}  // namespace

P2p::~P2p() {
  while (Unexpected* kept = core_.matcher.any_unexpected()) {
    core_.matcher.drop(*kept);
    core_.arrived.release(static_cast<Arrived*>(kept));
  }
  while (Unexpected* probed = core_.probed.pop_front()) core_.arrived.release(static_cast<Arrived*>(probed));
  while (Posted* posted = core_.matcher.any_posted()) {
    core_.matcher.withdraw(*posted);
    static_cast<Message*>(posted)->finish(Status::error(Code::kInternal, "the job ended before this receive"));
  }
  for (Transfer* transfer : core_.transfers.all([](const Transfer&) { return true; })) {
    movers_.streams.forget(transfer);
    core_.transfers.finish(transfer, Status::error(Code::kInternal, "the job ended before this message"));
  }
}

Census P2p::census() const noexcept {
  const Matcher& matcher = core_.matcher;
  return {matcher.posted(), matcher.unexpected(), matcher.most_unexpected(), eager_.kept_bytes(), core_.transfers.active()};
}

Status P2p::send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) {
  accel::Memory memory;
  transport::Transport* lane = nullptr;
  PENSTOCK_TRY(core_.parts.peers.lane(peer, &lane));
  Status asked = core_.query(buffer, &memory);
  if (asked.is_ok()) asked = core_.mover.settle(memory);
  Message* message = messages_.acquire(this, Message::Role::kSend, buffer, Envelope{context, peer, tag});
  message->memory = memory;
  if (!asked.is_ok()) {
    rendezvous_.send_broken(message, std::move(asked));
    *out = message;
    return Status::ok();
  }
  Status status = eager_.suits(buffer, memory, *lane) ? eager_.send(message, mode) : rendezvous_.send(message);
  if (!status.is_ok()) {
    message->release();
    return status;
  }
  *out = message;
  return Status::ok();
}

// A receive whose memory could not be queried still matches its message, so that the sender is told and does not wait for ever.
Message* P2p::new_receive(const Buffer& buffer, const Envelope& wanted) {
  Message* message = messages_.acquire(this, Message::Role::kReceive, buffer, wanted);
  message->broken = core_.query(buffer, &message->memory);
  message->retain();
  return message;
}

Status P2p::recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out) {
  Message* message = new_receive(buffer, {context, peer, tag});
  *out = message;
  if (Arrived* kept = take_kept(message->wanted)) {
    accept(message, kept);
  } else {
    post(message, true);
  }
  return Status::ok();
}

Status P2p::copy(const Buffer& destination, const Buffer& source, Operation** out) {
  if (destination.bytes() != source.bytes()) {
    return Status::error(Code::kArg, "a copy of {} bytes into a buffer of {}", source.bytes(), destination.bytes());
  }
  accel::Memory to;
  accel::Memory from;
  PENSTOCK_TRY(core_.query(destination, &to));
  PENSTOCK_TRY(core_.query(source, &from));
  Message* message = messages_.acquire(this, Message::Role::kCopy, destination, Envelope{});
  message->memory = to;
  message->outcome().bytes = source.bytes();
  *out = message;
  accel::Ticket ticket;
  Status status =
      core_.mover.copy(side_of(destination, to), side_of(source, from), source.bytes(), core_.transfers.next_lane(), &ticket);
  if (!status.is_ok() || ticket.sequence == 0) {
    message->finish_at_once(std::move(status));
    return Status::ok();
  }
  Transfer* transfer = core_.transfers.begin(message, core_.parts.rank, nullptr);
  transfer->bytes = transfer->message_bytes = source.bytes();
  movers_.direct.begin_copy(transfer, ticket);
  return Status::ok();
}

bool P2p::cancel_recv(Operation* operation) {
  auto* message = static_cast<Message*>(operation);
  if (!message->posted) return false;
  core_.matcher.withdraw(*message);
  message->posted = false;
  message->outcome().cancelled = true;
  message->finish(Status::ok());
  return true;
}

bool P2p::probe(int peer, int tag, Context context, Result* out) {
  const Unexpected* kept = core_.matcher.peek({context, peer, tag});
  if (kept == nullptr) return probed_ = peer, false;
  *out = result_of(*kept);
  return true;
}

Unexpected* P2p::mprobe(int peer, int tag, Context context, Result* out) {
  Arrived* kept = take_kept({context, peer, tag});
  if (kept == nullptr) return probed_ = peer, nullptr;
  core_.probed.push_back(*kept);
  *out = result_of(*kept);
  return kept;
}

Status P2p::mrecv(Unexpected* probed, const Buffer& buffer, Operation** out) {
  Message* message = new_receive(buffer, probed->envelope);
  *out = message;
  core_.probed.erase(*probed);
  accept(message, static_cast<Arrived*>(probed));
  return Status::ok();
}

Arrived* P2p::take_kept(const Envelope& wanted) {
  while (auto* kept = static_cast<Arrived*>(core_.matcher.take(wanted))) {
    if (!kept->awaits_word() || core_.takes(kept->envelope.source, kept->sender)) return kept;
    cancellation_.drop(kept);
  }
  return nullptr;
}

// Completes the match of a receive with a message that arrived before it.
void P2p::accept(Message* message, Arrived* arrived) {
  message->note = std::exchange(arrived->note, 0);
  if (arrived->broken != Code::kOk) {
    accept_special(message, *arrived);
  } else if (arrived->kind == wire::Kind::kRts) {
    rendezvous_.accept(message, *arrived);
  } else {
    eager_.accept(message, *arrived);
  }
  core_.blocks.release(std::move(arrived->data));
  core_.arrived.release(arrived);
}

// A promise sets `broken` like a failure, so that usual messages need no additional test.
void P2p::accept_special(Message* message, const Arrived& arrived) {
  if (arrived.kind == wire::Kind::kPromise) {
    return await_promised(message, arrived.envelope, arrived.sender, arrived.place);
  }
  message->outcome().source = arrived.envelope.source;
  message->outcome().tag = arrived.envelope.tag;
  message->finish(peer_failed(arrived.envelope.source, arrived.broken));
}

bool P2p::progress() {
  bool moved = movers_.staged.waits_for_device() && movers_.staged.progress();
  if (core_.transfers.active() != 0) moved |= core_.transfers.step();
  return movers_.exports.progress() || moved;
}

std::uint64_t P2p::device_expected_ns() noexcept {
  const std::uint64_t first = core_.transfers.expected_ns();
  return first == 0 && movers_.staged.waits_for_device() ? 1 : first;
}

void P2p::note(int peer, int tag, Context context, std::span<const std::byte> words) {
  wire::Note header;
  header.tag = tag;
  header.context = context;
  core_.parts.failures.record(core_.parts.outbox.send({peer, wire::bytes_of(header), words}));
}

void P2p::list_unread(std::vector<Unread>* out) {
  core_.matcher.for_each_unexpected([out](const Unexpected& kept) {
    out->push_back({kept.envelope.context, kept.envelope.source, kept.envelope.tag, static_cast<const Arrived&>(kept).bytes});
  });
}

void P2p::lost(int peer, const Status& why) {
  const auto with_peer = [peer](const Transfer& transfer) { return transfer.peer == peer; };
  for (Transfer* transfer : core_.transfers.all(with_peer)) core_.transfers.fail(transfer, why.clone(), false);
  for (Posted* posted : core_.matcher.posted_for(peer)) {
    auto* message = static_cast<Message*>(posted);
    core_.matcher.withdraw(*message);
    message->posted = false;
    message->finish(why.clone());
  }
  if (listener_ != nullptr) listener_->promises_lost(peer, why);
}

}  // namespace penstock::proto
