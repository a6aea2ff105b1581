// Messages as one stream: both ends are told to the transport, which moves the bytes as it thinks best.
#include "proto/p2p/p2p.hpp"

namespace penstock::proto {
namespace {

// Contiguous: the bytes of a message lie where the first one lies.
std::byte* start_of(const Side& side) noexcept {
  return static_cast<std::byte*>(side.buffer.address) + side.buffer.layout->first_offset();
}

}  // namespace

// The receiver: its place is known to the transport before the sender hears of it.
void P2p::begin_stream(Transfer* transfer) {
  Status status =
      transfer->via->stream_from(transfer->peer, transfer->id, {start_of(transfer->side), transfer->bytes}, &transfer->stream);
  if (!status.is_ok()) return stream_refused(transfer, std::move(status));
  transfer->stage = Stage::kStreaming;
  transfer->path = paths_.stream(parts_.peers.index_of(transfer->via));
  activate(transfer);
  const Choice by_stream{.method = Method::kStream, .cost = {}, .reason = {}};
  if (Status told = send_cts(transfer, by_stream); !told.is_ok()) fail(transfer, std::move(told), true);
}

// Nothing has been promised yet: the message goes in pieces.
void P2p::stream_refused(Transfer* transfer, Status&& why) {
  if (!std::exchange(warned_refused_, true)) {
    parts_.log.warn("a stream over {} failed to begin, large messages go in pieces instead, more slowly: {}",
                    transfer->via->name(), why.message());
  }
  start_in_pieces(transfer);
  activate(transfer);
}

// The sender. That its memory cannot be streamed is a mistake of the receiver's, which was told what it is.
bool P2p::start_stream(Transfer* transfer) {
  transport::Transport* lane = nullptr;
  Status status = parts_.peers.lane(transfer->peer, &lane);
  const bool fits = transfer->side.contiguous && transfer->side.memory.on_host();
  if (status.is_ok() && (!fits || (lane->capabilities().flags & transport::kCanStream) == 0)) {
    status = Status::error(Code::kProtocol, "rank {} asked for a stream of memory that cannot be streamed", transfer->peer);
  }
  if (status.is_ok()) {
    status =
        lane->stream_to(transfer->peer, transfer->remote_id, {start_of(transfer->side), transfer->bytes}, &transfer->stream);
  }
  if (!status.is_ok()) {
    fail(transfer, std::move(status), true);
    return true;
  }
  transfer->via = lane;
  transfer->stage = Stage::kStreaming;
  return step_stream(transfer), true;
}

bool P2p::step_stream(Transfer* transfer) {
  bool done = false;
  Status status = transfer->via->test_stream(transfer->stream, &done);
  if (!done) return false;
  transfer->stream = 0;
  if (!status.is_ok()) {
    fail(transfer, std::move(status), true);
    return true;
  }
  transfer->begun = transfer->ended = transfer->bytes;
  finish(transfer, Status::ok());
  return true;
}

void P2p::end_stream(Transfer* transfer) noexcept {
  if (const transport::StreamId stream = std::exchange(transfer->stream, 0); stream != 0) {
    transfer->via->cancel_stream(stream);
  }
}

}  // namespace penstock::proto
