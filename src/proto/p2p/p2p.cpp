#include "proto/p2p/p2p.hpp"

#include <utility>

#include "proto/progress/hooks.hpp"

namespace penstock::proto {
namespace {

// Sends and receives that complete within their call leave a program without a look at what peers say, such as to hold. A look
// after a receive keeps messages that later receives would have taken within their calls, so it is made seldom.
constexpr unsigned kSendsPerLook = 64;
constexpr unsigned kReceivesPerLook = 4096;

Result result_of(const Unexpected& kept) noexcept {
  return {kept.envelope.source, kept.envelope.tag, static_cast<const Arrived&>(kept).bytes, false};
}

}  // namespace

P2p::P2p(const ProtocolParts& parts) : core_(parts) {
  core_.parts.owners.own({wire::Kind::kNote}, this);
}

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

inline void P2p::count_send() {
  if (++sends_ % kSendsPerLook == 0) core_.parts.progress.receive_arrived();
}

Status P2p::send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) {
  PENSTOCK_TRY(core_.parts.peers.check(peer));
  count_send();
  Status started = start_send(buffer, peer, tag, context, mode, out);
  core_.parts.progress.message_started(peer);
  return started;
}

bool P2p::send_now(const Buffer& buffer, int peer, int tag, Context context) {
  if (!eager_.send_now(buffer, peer, tag, context)) [[unlikely]] {
    return false;
  }
  count_send();
  core_.parts.progress.message_started(peer);
  return true;
}

// Operations under way have their rounds in the waits of other receives, and this one would spare them. Where it returns false
// it may have completed receives for which other threads sleep: recv() wakes those.
bool P2p::recv_now(const Buffer& buffer, int peer, int tag, Context context, Result* out) {
  if (core_.parts.progress.has_progressors() || !idle()) return false;
  if (!eager_.recv_now(buffer, {context, peer, tag}, out)) return false;
  if (++receives_now_ % kReceivesPerLook == 0) core_.parts.progress.receive_arrived();
  core_.parts.progress.work_started();
  return true;
}

Status P2p::start_send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) {
  accel::Memory memory;
  transport::Transport* lane = nullptr;
  PENSTOCK_TRY(core_.parts.peers.lane(peer, &lane));
  Status asked = core_.query(buffer, &memory);
  if (asked.is_ok()) asked = core_.mover.settle(memory);
  Message* message = receives_.make(Message::Role::kSend, buffer, Envelope{context, peer, tag});
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

Status P2p::recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out) {
  if (peer != kAnySource) PENSTOCK_TRY(core_.parts.peers.check(peer));
  Message* message = receives_.make_receive(buffer, {context, peer, tag});
  *out = message;
  if (Arrived* kept = receives_.take_kept(message->wanted)) {
    receives_.accept(message, kept);
  } else {
    receives_.post(message, true);
  }
  core_.parts.progress.work_started();
  return Status::ok();
}

Status P2p::copy(const Buffer& destination, const Buffer& source, Operation** out) {
  Status started = start_copy(destination, source, out);
  core_.parts.progress.work_started();
  return started;
}

Status P2p::start_copy(const Buffer& destination, const Buffer& source, Operation** out) {
  if (destination.bytes() != source.bytes()) {
    return Status::error(Code::kArg, "a copy of {} bytes into a buffer of {}", source.bytes(), destination.bytes());
  }
  accel::Memory to;
  accel::Memory from;
  PENSTOCK_TRY(core_.query(destination, &to));
  PENSTOCK_TRY(core_.query(source, &from));
  Message* message = receives_.make(Message::Role::kCopy, destination, Envelope{});
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
  core_.parts.progress.work_started();
  return true;
}

void P2p::cancel_send(Operation* operation) {
  cancellation_.ask(static_cast<Message*>(operation));
  core_.parts.progress.work_started();
}

bool P2p::probe(int peer, int tag, Context context, Result* out) {
  const Unexpected* kept = core_.matcher.peek({context, peer, tag});
  if (kept == nullptr) return probed_ = peer, false;
  *out = result_of(*kept);
  return true;
}

Unexpected* P2p::mprobe(int peer, int tag, Context context, Result* out) {
  Arrived* kept = receives_.take_kept({context, peer, tag});
  if (kept == nullptr) return probed_ = peer, nullptr;
  core_.probed.push_back(*kept);
  *out = result_of(*kept);
  return kept;
}

Status P2p::mrecv(Unexpected* probed, const Buffer& buffer, Operation** out) {
  Message* message = receives_.make_receive(buffer, probed->envelope);
  *out = message;
  core_.probed.erase(*probed);
  receives_.accept(message, static_cast<Arrived*>(probed));
  core_.parts.progress.work_started();
  return Status::ok();
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

void P2p::arrived(int peer, wire::Kind /*kind*/, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Note note;
  if (!wire::read(header, &note)) return core_.nonsense(peer, "a note with a short header");
  core_.notes.came({note.context, peer, note.tag}, payload);
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
  promises_.lost(peer, why);
}

}  // namespace penstock::proto
