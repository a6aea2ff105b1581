// A promise takes the position of its message in the matching order before the data of the message may be read. The receive
// that matches a promise is posted again, with a context that only the promised message has. An expecting receive (expect())
// matches a message before its buffer may be written.
#include "proto/p2p/promise.hpp"

#include "proto/progress/hooks.hpp"

namespace penstock::proto {

Promises::Promises(Core& core, Receives& receives) : core_(core), receives_(receives) {
  core.parts.owners.own({wire::Kind::kPromise, wire::Kind::kPromiseAnswer}, this);
  receives.set_promise_taker(this);
}

Status Promises::promise(int peer, int tag, Context context, std::uint64_t bytes, const PromisedPlace& place, Context* data) {
  PENSTOCK_TRY(core_.parts.peers.check(peer));
  wire::Promise header;
  header.tag = tag;
  header.context = context;
  header.data = ++promises_ << kPromisedBits | kPromised;
  header.bytes = bytes;
  header.box = place.box;
  header.number = place.number;
  if (const Status* const lost = core_.parts.peers.loss_of(peer); lost != nullptr) return lost->clone();
  transport::Transport* lane = nullptr;
  PENSTOCK_TRY(core_.parts.peers.lane(peer, &lane));
  *data = header.data;
  Status posted = core_.transfers.post(peer, wire::bytes_of(header), {}, 0);
  core_.parts.progress.message_started(peer);
  return posted;
}

Status Promises::answer(int peer, int tag, Context data, std::uint8_t what) {
  wire::PromiseAnswer header;
  header.what = what;
  header.tag = tag;
  header.data = data;
  return core_.transfers.post(peer, wire::bytes_of(header), {}, 0);
}

void Promises::arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> /*payload*/) {
  wire::Promise promise;
  wire::PromiseAnswer answer;
  if (kind == wire::Kind::kPromise) {
    return wire::read(header, &promise) ? promised(peer, promise) : core_.nonsense(peer, "a promise with a short header");
  }
  return wire::read(header, &answer) ? answered(peer, answer) : core_.nonsense(peer, "an answer with a short header");
}

void Promises::promised(int peer, const wire::Promise& promise) {
  const Envelope from{promise.context, peer, promise.tag};
  const PromisedPlace place{promise.box, promise.number};
  Message* receive = core_.take_receive(from);
  if (receive != nullptr && !receive->expects) return await_promised(receive, from, promise.data, place);
  Arrived* kept = core_.arrived.acquire();
  kept->envelope = from;
  kept->kind = wire::Kind::kPromise;
  kept->broken = Code::kPending;
  kept->sender = promise.data;
  kept->bytes = promise.bytes;
  kept->place = place;
  if (receive != nullptr) return core_.leave(receive, kept);
  core_.keep(kept);
}

void Promises::answered(int peer, const wire::PromiseAnswer& answer) {
  switch (answer.what) {
    case wire::kPlaceTaken:
      if (listener_ != nullptr) listener_->promise_taken(peer, answer.data);
      return;
    case wire::kPlaceFree:
      if (listener_ != nullptr) listener_->promise_place_free(peer, answer.data);
      return;
    default: return core_.nonsense(peer, "an answer to a promise that says nothing");
  }
}

// The receive has matched its message, so it can no longer be cancelled.
void Promises::await_promised(Message* message, const Envelope& from, Context data, const PromisedPlace& place) {
  if (place.number != 0) {
    if (Status told = answer(from.source, from.tag, data, wire::kPlaceFree); !told.is_ok()) {
      return message->finish(std::move(told));
    }
  }
  message->wanted = {data, from.source, from.tag};
  if (Arrived* kept = receives_.take_kept(message->wanted)) return receives_.accept(message, kept);
  receives_.post(message, false);
}

bool Promises::find_place(const Operation& operation, PromisedMessage* out) noexcept {
  const auto* const left = static_cast<const Message&>(operation).left;
  if (left == nullptr || left->kind != wire::Kind::kPromise || left->place.number == 0) return false;
  *out = {left->envelope.source, left->envelope.tag, left->sender, left->bytes, left->place};
  return true;
}

Status Promises::take_from_place(const Operation& operation) {
  auto* const left = static_cast<const Message&>(operation).left;
  const PromisedMessage message{left->envelope.source, left->envelope.tag, left->sender, left->bytes, left->place};
  core_.probed.erase(*left);
  core_.arrived.release(left);
  return answer(message.source, message.tag, message.data, wire::kPlaceTaken);
}

Status Promises::expect(int peer, int tag, Context context, Operation** out) {
  if (peer != kAnySource) PENSTOCK_TRY(core_.parts.peers.check(peer));
  static const Layout kNothing = Layout::bytes(0);
  Message* message = receives_.make(Message::Role::kReceive, Buffer{nullptr, 0, &kNothing}, Envelope{context, peer, tag});
  message->expects = true;
  message->broken = Status::error(Code::kPending, "the receive's memory is not ready");
  message->retain();
  *out = message;
  if (Arrived* kept = receives_.take_kept(message->wanted)) {
    core_.leave(message, kept);
  } else {
    receives_.post(message, false);
  }
  core_.parts.progress.work_started();
  return Status::ok();
}

}  // namespace penstock::proto
