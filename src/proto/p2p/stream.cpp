#include "proto/p2p/stream.hpp"

#include <algorithm>
#include <utility>

namespace penstock::proto {
namespace {

// A receiver may have at most this many places announced at once; a sender reports more as an error.
constexpr unsigned kMostTold = 64;
constexpr unsigned kMostRefusals = 16;  // consecutive refusals
// A piece costs both ends about 15 us of calls, and the first and the last piece also their copies (at 50 GB/s): for a few MiB,
// two to four pieces take equally long, and messages that overlap with others are quickest in few pieces.
constexpr std::uint64_t kLeastPiece = 128U << 10;
constexpr std::uint64_t kOverlapped = 2;

bool is_host(accel::MemoryKind kind) noexcept {
  return kind == accel::MemoryKind::kHost || kind == accel::MemoryKind::kPinned;
}

// Returns the start of a contiguous side: the bytes of the message begin at its first byte.
std::byte* start_of(const Side& side) noexcept {
  return static_cast<std::byte*>(side.buffer.address) + side.buffer.layout->first_offset();
}

bool is_between_hosts(const Transfer& transfer) noexcept {
  const wire::Offer& far = transfer.rendezvous.offer;
  return transfer.rendezvous.has_offer && far.shape.dims == 0 && is_host(far.region.kind) && transfer.side.contiguous &&
         transfer.side.memory.on_host();
}

// Each piece fits a slot of the sender, unless the sender needs none.
std::uint64_t piece_bytes(const Transfer& transfer, const Config& config) noexcept {
  if (is_between_hosts(transfer)) return config.net_stream;
  const std::uint64_t slot = config.net_chunk;
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t part = (transfer.bytes / kOverlapped + kPage - 1) / kPage * kPage;
  return std::min(slot, std::max(kLeastPiece, part));
}

wire::Place place_of(const Transfer& transfer, const StreamPiece& piece) {
  wire::Place place;
  place.bytes = static_cast<std::uint32_t>(piece.bytes);
  place.sender = transfer.remote_id;
  place.token = piece.token;
  place.offset = piece.offset;
  return place;
}

}  // namespace

// Tells if the bytes are streamed directly from or into the application's memory.
bool Streams::lies_still(const Transfer& transfer) const noexcept {
  const Side& side = transfer.side;
  if (!side.contiguous) return false;
  if (side.memory.on_host()) return true;
  const transport::Transport* lane = core_.parts.peers.known_lane(transfer.peer);
  return side.memory.kind == accel::MemoryKind::kDevice && lane != nullptr &&
         (lane->capabilities().flags & transport::kStreamsDevice) != 0;
}

// A place that is refused after the first one is requested again later.
bool Streams::begin_receive(Transfer* transfer, Places* opened) {
  transfer->stage = Stage::kMoving;
  transfer->carrier = this;
  transfer->path = core_.paths.stream(core_.parts.peers.index_of(transfer->via));
  core_.transfers.activate(transfer);
  Status status = open_places(transfer, opened);
  if (opened->count != 0) return true;
  if (!std::exchange(core_.warned_refused, true)) {
    core_.parts.log.warn("a stream over {} failed to begin, large messages go in pieces instead, more slowly: {}",
                         transfer->via->name(), status.message());
  }
  transfer->closed.stream = true;
  Transfers::start_again(transfer);
  return false;
}

bool Streams::begin_send(Transfer* transfer, std::span<const std::byte> places) {
  transfer->stage = Stage::kMoving;
  transfer->carrier = this;
  transfer->via = nullptr;  // the first step finds the transport
  core_.transfers.activate(transfer);
  return !places.empty() && take_places(transfer, places);
}

void Streams::give_up(Transfer* transfer, Status&& why) {
  transfer->stream.given_up = true;
  transfer->error = std::move(why);
}

// Takes a slot for a piece that is not in the message's own memory. *out stays -1 if other messages must first return a slot; a
// message without any slot gets one nevertheless, since those other messages may wait for ranks that compute.
Status Streams::take_slot(Transfer* transfer, PageSlots& slots, int* out) {
  bool none = true;
  for (const StreamPiece& piece : transfer->stream.pieces) none &= piece.slot < 0;
  *out = slots.acquire(none);
  if (*out < 0 && none) return Status::error(Code::kNoMemory, "no memory for {} bytes of a message", slots.slot_bytes());
  return Status::ok();
}

Mover::Where Streams::way_through(const Transfer& transfer, std::byte* slot) {
  const bool pinned = core_.mover.wants_device(transfer.side.memory) && core_.mover.pin(slot, core_.parts.config.net_chunk);
  return {pinned ? accel::MemoryKind::kPinned : accel::MemoryKind::kHost, transfer.queue_index};
}

// Opens a place for the next bytes; the transport knows the place before the sender is told. If no slot is
// free, it opens no place and reports no error.
Status Streams::open_place(Transfer* transfer) {
  const std::uint64_t bytes = std::min(piece_bytes(*transfer, core_.parts.config), transfer->bytes - transfer->begun);
  StreamPiece* piece = add_piece(transfer);
  Status status;
  if (lies_still(*transfer)) {
    piece->at = start_of(transfer->side) + transfer->begun;
  } else {
    status = take_slot(transfer, core_.receive_slots, &piece->slot);
    if (piece->slot >= 0) piece->at = core_.receive_slots.at(piece->slot);
  }
  const bool has_place = piece->at != nullptr;
  piece->state = StreamPiece::State::kMoving;
  piece->token = ++last_token_;
  piece->offset = transfer->begun;
  piece->bytes = bytes;
  if (has_place) status = transfer->via->stream_from(transfer->peer, piece->token, {piece->at, bytes}, &piece->stream);
  if (!has_place || !status.is_ok()) {
    drop_piece(transfer, piece);
    return status;
  }
  transfer->begun += bytes;
  return Status::ok();
}

// Opens as many places as are allowed, up to the first one that the transport refuses.
Status Streams::open_places(Transfer* transfer, Places* opened) {
  while (transfer->begun < transfer->bytes && transfer->stream.count < wire::kMostPlaces) {
    const std::uint64_t before = transfer->begun;
    PENSTOCK_TRY(open_place(transfer));
    if (transfer->begun == before) break;
    opened->at[opened->count++] = place_of(*transfer, *transfer->stream.pieces.back());
  }
  return Status::ok();
}

// Tells all places that are free now in one message: several messages would each cost the sender as much.
bool Streams::tell_places(Transfer* transfer) {
  if (transfer->stream.stopped) return false;
  Places places;
  Status status = open_places(transfer, &places);
  // The transport may later accept a stream that it refuses now.
  if (status.is_ok() || places.count != 0) transfer->stream.refusals = 0;
  const bool given_up = !status.is_ok() && ++transfer->stream.refusals >= kMostRefusals;
  if (!given_up) status = Status::ok();
  if (places.count != 0) {
    Status told = core_.transfers.post(transfer->peer, wire::bytes_of(places.at[0]), places.bytes(1), transfer->id);
    for (std::size_t i = 0; i < places.count && !told.is_ok(); ++i) drop_piece(transfer, transfer->stream.pieces.back());
    if (!told.is_ok()) status = std::move(told);
  }
  const bool moved = places.count != 0 || !status.is_ok();
  if (!status.is_ok()) stop(transfer, std::move(status));
  return moved;
}

// Takes a place, as a sender. All its fields are checked, since they say which memory this rank reads.
bool Streams::take_place(Transfer* transfer, const wire::Place& place) {
  const bool fits = place.bytes != 0 && place.offset <= transfer->bytes && place.bytes <= transfer->bytes - place.offset &&
                    place.bytes <= transfer->bytes - transfer->begun && transfer->stream.count < kMostTold &&
                    (lies_still(*transfer) || place.bytes <= core_.send_slots.slot_bytes());
  if (!fits) return false;
  transfer->begun += place.bytes;
  if (transfer->stream.stopped) return true;
  StreamPiece* piece = add_piece(transfer);
  piece->token = place.token;
  piece->offset = place.offset;
  piece->bytes = place.bytes;
  return true;
}

bool Streams::take_places(Transfer* transfer, std::span<const std::byte> places) {
  for (; !places.empty(); places = places.subspan(sizeof(wire::Place))) {
    wire::Place place;
    if (!wire::read(places, &place) || !take_place(transfer, place)) return false;
  }
  return true;
}

// A sender that failed is gone while the peer still announces places to it.
void Streams::arrived(int peer, wire::Kind /*kind*/, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Place place;
  if (!wire::read(header, &place)) return core_.nonsense(peer, "a place with a short header");
  Transfer* transfer = core_.transfers.find(peer, place.sender, Message::Role::kSend);
  if (transfer == nullptr && core_.transfers.was_valid(place.sender)) return;
  if (transfer == nullptr || transfer->carrier != this || !take_place(transfer, place) || !take_places(transfer, payload)) {
    core_.nonsense(peer, "a place for bytes that no message has");
  }
}

// Called from step(), not where the places arrive, which is inside the transport's progress().
// Returns false if the transfer has failed.
bool Streams::start(Transfer* transfer) {
  Status status = core_.parts.peers.lane(transfer->peer, &transfer->via);
  if (status.is_ok() && (transfer->via->capabilities().flags & transport::kCanStream) == 0) {
    status = Status::error(Code::kProtocol, "rank {} asked for a stream over {}, which has none", transfer->peer,
                           transfer->via->name());
  }
  if (!status.is_ok()) return core_.transfers.fail(transfer, std::move(status), true), false;
  if (!lies_still(*transfer)) core_.mover.bring(transfer->side, transfer->bytes);
  return true;
}

// Begins at most one piece in a round, so that messages which share the slots take turns.
bool Streams::step(Transfer* transfer) {
  if (transfer->stream.given_up) return fail(transfer, false), true;
  const bool sends = transfer->sends();
  if (transfer->via == nullptr && !start(transfer)) return true;
  bool moved = false;
  bool packed = false;
  for (auto at = transfer->stream.pieces.begin(); at != transfer->stream.pieces.end();) {
    StreamPiece* piece = &*at;
    ++at;
    const bool told = piece->state == StreamPiece::State::kTold;
    if (told && packed) continue;
    Status status;
    const bool stepped = sends ? step_sent(transfer, piece, &status) : step_received(transfer, piece, &status);
    moved |= stepped;
    packed |= told && stepped;
    if (status.is_ok()) continue;
    stop(transfer, std::move(status));
    break;
  }
  if (!sends) moved |= tell_places(transfer);
  return end(transfer) || moved;
}

bool Streams::end(Transfer* transfer) {
  if (transfer->ended == transfer->bytes) {
    Status error = std::move(transfer->error);
    return core_.transfers.finish(transfer, std::move(error)), true;
  }
  if (!transfer->stream.stopped || transfer->stream.count != 0) return false;
  return fail(transfer, true), true;
}

// Takes the error out first, since finishing the transfer destroys it.
void Streams::fail(Transfer* transfer, bool tell_peer) {
  Status error = std::move(transfer->error);
  core_.transfers.fail(transfer, std::move(error), tell_peer);
}

// Streams under way continue: the peer has a place for them, or waits for them.
void Streams::stop(Transfer* transfer, Status&& why) {
  transfer->stream.stopped = true;
  if (transfer->error.is_ok()) transfer->error = std::move(why);
  for (auto at = transfer->stream.pieces.begin(); at != transfer->stream.pieces.end();) {
    StreamPiece* piece = &*at;
    ++at;
    if (piece->state == StreamPiece::State::kTold) drop_piece(transfer, piece);
  }
}

// Returns false if nothing has moved. After a failure the piece is gone.
bool Streams::step_sent(Transfer* transfer, StreamPiece* piece, Status* status) {
  using State = StreamPiece::State;
  bool moved = false;
  if (piece->state == State::kTold) {
    *status = fill_piece(transfer, piece);
    if (status->is_ok() && piece->state == State::kTold) return false;
    moved = true;
  }
  if (status->is_ok() && piece->state == State::kPacking) {
    if (core_.pending(piece->ticket, status)) return moved;
    piece->ticket = {};
    piece->state = State::kMoving;
    if (status->is_ok() && !transfer->stream.stopped) {
      *status = transfer->via->stream_to(transfer->peer, piece->token, {piece->at, piece->bytes}, &piece->stream);
    }
    moved = true;
  }
  bool done = true;
  if (status->is_ok() && piece->stream != 0) {
    *status = transfer->via->test_stream(piece->stream, &done);
    if (!done) return moved;
    piece->stream = 0;
    if (status->is_ok()) transfer->ended += piece->bytes;
  }
  drop_piece(transfer, piece);
  return true;
}

// The piece stays kTold if no slot is free.
Status Streams::fill_piece(Transfer* transfer, StreamPiece* piece) {
  if (lies_still(*transfer)) {
    piece->at = start_of(transfer->side) + piece->offset;
  } else {
    PENSTOCK_TRY(take_slot(transfer, core_.send_slots, &piece->slot));
    if (piece->slot < 0) return Status::ok();
    piece->at = core_.send_slots.at(piece->slot);
    PENSTOCK_TRY(core_.mover.pack(transfer->side, piece->offset, piece->bytes, piece->at, way_through(*transfer, piece->at),
                                  &piece->ticket));
  }
  piece->state = StreamPiece::State::kPacking;
  return Status::ok();
}

// A piece that could not be delivered does not end the receive: the sender goes on to fill the places that it knows.
bool Streams::step_received(Transfer* transfer, StreamPiece* piece, Status* status) {
  using State = StreamPiece::State;
  if (piece->state == State::kMoving) {
    bool done = false;
    *status = transfer->via->test_stream(piece->stream, &done);
    if (!done) return false;
    piece->stream = 0;
    if (!status->is_ok()) return drop_piece(transfer, piece), true;
    Status emptied;
    if (piece->slot >= 0 && transfer->error.is_ok()) {
      emptied = core_.mover.unpack(transfer->side, piece->offset, piece->bytes, piece->at, way_through(*transfer, piece->at),
                                   &piece->ticket);
    }
    if (!emptied.is_ok()) transfer->error = std::move(emptied);
    piece->state = State::kUnpacking;
  }
  Status emptied;
  if (core_.pending(piece->ticket, &emptied)) return false;
  if (!emptied.is_ok() && transfer->error.is_ok()) transfer->error = std::move(emptied);
  piece->ticket = {};
  transfer->ended += piece->bytes;
  drop_piece(transfer, piece);
  return true;
}

StreamPiece* Streams::add_piece(Transfer* transfer) {
  StreamPiece* piece = pieces_.acquire();
  transfer->stream.pieces.push_back(*piece);
  ++transfer->stream.count;
  return piece;
}

void Streams::drop_piece(Transfer* transfer, StreamPiece* piece) noexcept {
  PageSlots& slots = transfer->sends() ? core_.send_slots : core_.receive_slots;
  if (piece->ticket.sequence != 0) static_cast<void>(core_.parts.accel.queues().wait(piece->ticket));
  if (piece->stream != 0) transfer->via->cancel_stream(piece->stream);
  if (piece->slot >= 0) slots.release(piece->slot);
  decltype(transfer->stream.pieces)::erase(*piece);
  --transfer->stream.count;
  pieces_.release(piece);
}

void Streams::abandon(Transfer* transfer) {
  while (StreamPiece* piece = transfer->stream.pieces.front()) drop_piece(transfer, piece);
}

void Streams::forget(Transfer* transfer) noexcept {
  while (StreamPiece* piece = transfer->stream.pieces.pop_front()) pieces_.release(piece);
}

std::uint64_t Streams::expected_ns(Transfer& transfer) noexcept {
  for (const StreamPiece& piece : transfer.stream.pieces) {
    if (piece.ticket.sequence != 0) return 1;
  }
  return 0;
}

}  // namespace penstock::proto
