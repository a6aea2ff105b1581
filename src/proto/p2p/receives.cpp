#include "proto/p2p/receives.hpp"

#include <utility>

namespace penstock::proto {

// A receive whose buffer cannot be classified still matches its message, so that the sender is informed and does not wait for
// ever.
Message* Receives::make_receive(const Buffer& buffer, const Envelope& wanted) {
  Message* message = make(Message::Role::kReceive, buffer, wanted);
  message->broken = core_.query(buffer, &message->memory);
  message->retain();
  return message;
}

Arrived* Receives::take_kept(const Envelope& wanted) {
  while (auto* kept = static_cast<Arrived*>(core_.matcher.take(wanted))) {
    if (!kept->awaits_word() || core_.takes(kept->envelope.source, kept->sender)) return kept;
    cancellation_.drop(kept);
  }
  return nullptr;
}

void Receives::accept(Message* message, Arrived* arrived) {
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

// A promise has its own code in `broken` (Code::kPending), so that ordinary messages need no further check.
void Receives::accept_special(Message* message, const Arrived& arrived) {
  if (arrived.kind == wire::Kind::kPromise) {
    return taker_->await_promised(message, arrived.envelope, arrived.sender, arrived.place);
  }
  message->outcome().source = arrived.envelope.source;
  message->outcome().tag = arrived.envelope.tag;
  message->finish(peer_failed(arrived.envelope.source, arrived.broken));
}

}  // namespace penstock::proto
