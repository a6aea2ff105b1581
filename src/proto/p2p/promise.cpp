// Messages whose place is taken before their bytes may be read, and receives that take a message before their memory may be
// written. Matching is that of all messages: a promise is matched as the message would be. The receive that it meets is posted
// again, for a context that only the promised message has.
#include "proto/common/promised.hpp"
#include "proto/layout/layout.hpp"
#include "proto/p2p/p2p.hpp"

namespace penstock::proto {

Status P2p::promise(int peer, int tag, Context context, std::uint64_t bytes, Context* data) {
  wire::Promise header;
  header.tag = tag;
  header.context = context;
  header.data = ++promises_ << kPromisedBits | kPromised;
  header.bytes = bytes;
  transport::Transport* lane = nullptr;
  PENSTOCK_TRY(core_.parts.peers.lane(peer, &lane));
  *data = header.data;
  return core_.transfers.post(peer, wire::bytes_of(header), {}, 0);
}

void P2p::arrived(int peer, wire::Kind /*kind*/, std::span<const std::byte> header, std::span<const std::byte> /*payload*/) {
  wire::Promise promise;
  if (!wire::read(header, &promise)) return core_.nonsense(peer, "a promise with a short header");
  const Envelope from{promise.context, peer, promise.tag};
  Message* receive = core_.take_receive(from);
  if (receive != nullptr && !receive->expects) return await_promised(receive, from, promise.data);
  Arrived* kept = core_.arrived.acquire();
  kept->envelope = from;
  kept->kind = wire::Kind::kPromise;
  kept->broken = Code::kPending;
  kept->sender = promise.data;
  kept->bytes = promise.bytes;
  if (receive != nullptr) return core_.leave(receive, kept);
  core_.keep(kept);
}

// It has its message, so it cannot be cancelled any more.
void P2p::await_promised(Message* message, const Envelope& from, Context data) {
  message->wanted = {data, from.source, from.tag};
  if (Unexpected* kept = core_.matcher.take(message->wanted)) return accept(message, static_cast<Arrived*>(kept));
  post(message, false);
}

Status P2p::expect(int peer, int tag, Context context, Operation** out) {
  static const Layout kNothing = Layout::bytes(0);
  Message* message =
      messages_.acquire(this, Message::Role::kReceive, Buffer{nullptr, 0, &kNothing}, Envelope{context, peer, tag});
  message->expects = true;
  message->broken = Status::error(Code::kPending, "the receive's memory is not ready");
  message->retain();
  *out = message;
  if (Unexpected* kept = core_.matcher.take(message->wanted)) {
    core_.leave(message, static_cast<Arrived*>(kept));
  } else {
    post(message, false);
  }
  return Status::ok();
}

}  // namespace penstock::proto
