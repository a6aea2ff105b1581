#include "proto/p2p/cancel.hpp"

#include <utility>

namespace penstock::proto {

Cancellation::Cancellation(Core& core, Eager& eager) : core_(core), eager_(eager) {
  core.parts.owners.own({wire::Kind::kCancel, wire::Kind::kCancelled}, this);
}

void Cancellation::arrived(int peer, wire::Kind kind, std::span<const std::byte> header,
                           std::span<const std::byte> /*payload*/) {
  kind == wire::Kind::kCancel ? asked(peer, header) : given_back(peer, header);
}

// Messages of one rank to another arrive in order, so the question arrives after the message: a receiver that still
// keeps the message as unexpected removes it.
void Cancellation::ask(Message* message) {
  Transfer* transfer = message->transfer;
  if (message->done() || transfer == nullptr) return;
  if (transfer->stage == Stage::kQueued) return core_.transfers.finish(transfer, Status::ok());
  if (transfer->stage != Stage::kOffered) return;
  wire::Cancel question;
  question.tag = message->wanted.tag;
  question.context = message->wanted.context;
  question.id = transfer->id;
  core_.transfers.tell(transfer->peer, wire::bytes_of(question));
  transport::Transport* lane = core_.parts.peers.known_lane(transfer->peer);
  if (lane != nullptr && lane->revoke(transfer->peer, transfer->id)) core_.transfers.take_back(transfer);
}

// This rank sends no answer if a receive has matched the message: the sender then learns of the end of its message as usual. It
// sends none either if a receive found that the sender had revoked the message: the sender was told so at that time.
void Cancellation::asked(int peer, std::span<const std::byte> header) {
  wire::Cancel question;
  if (!wire::read(header, &question)) return core_.nonsense(peer, "a cancellation with a short header");
  const auto is = [&](const Unexpected& kept) {
    const auto& message = static_cast<const Arrived&>(kept);
    return message.awaits_word() && message.sender == question.id;
  };
  Unexpected* const found = core_.matcher.find({question.context, peer, question.tag}, is);
  if (found == nullptr) return;
  core_.matcher.drop(*found);
  drop(static_cast<Arrived*>(found));
  core_.tell_back(peer, question.id);
}

void Cancellation::drop(Arrived* message) {
  if (message->kind == wire::Kind::kEagerSync) eager_.forget(*message);
  if (message->note != 0) core_.notes.drop(std::exchange(message->note, 0));
  core_.blocks.release(std::move(message->data));
  core_.arrived.release(message);
}

void Cancellation::given_back(int peer, std::span<const std::byte> header) {
  wire::Fin answer;
  if (!wire::read(header, &answer)) return core_.nonsense(peer, "the answer to a cancellation with a short header");
  if (core_.transfers.came_back(answer.id)) return;
  Transfer* transfer = core_.transfers.find(peer, answer.id, Message::Role::kSend);
  if (transfer == nullptr && core_.transfers.was_valid(answer.id)) return;  // the peer resumed, or was asked twice
  if (transfer == nullptr || transfer->stage != Stage::kOffered) return core_.nonsense(peer, "a message that it had not");
  transfer->message->outcome().cancelled = true;
  core_.transfers.finish(transfer, Status::ok());
}

}  // namespace penstock::proto
