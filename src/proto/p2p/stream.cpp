// Messages by streams: the receiver tells the sender of places for their bytes, and each is filled by a stream of its own,
// which the transport moves as it thinks best. Contiguous host memory, and a GPU's where the network reaches that, is streamed
// from and into where it lies; anything else through slots, so that the device, the network and the device at the other end
// work at once.
#include <algorithm>

#include "proto/p2p/p2p.hpp"

namespace penstock::proto {
namespace {

// What a receiver may tell of at once; more is a mistake.
constexpr unsigned kMostTold = 64;
constexpr unsigned kMostRefusals = 16;  // in a row
// A piece costs both ends some 15 us of calls, the first and the last one their copies (50 GB/s): of a few MiB, two to four
// pieces take equally long, and messages that overlap with others are quickest in few.
constexpr std::uint64_t kLeastPiece = 128U << 10;
constexpr std::uint64_t kOverlapped = 2;

bool is_host(accel::MemoryKind kind) noexcept {
  return kind == accel::MemoryKind::kHost || kind == accel::MemoryKind::kPinned;
}

// Contiguous: the bytes of a message lie where the first one lies.
std::byte* start_of(const Side& side) noexcept {
  return static_cast<std::byte*>(side.buffer.address) + side.buffer.layout->first_offset();
}

bool is_between_hosts(const Transfer& transfer) noexcept {
  const wire::Offer& far = transfer.offer;
  return transfer.has_offer && far.shape.dims == 0 && is_host(far.region.kind) && transfer.side.contiguous &&
         transfer.side.memory.on_host();
}

// A piece fits a slot of the sender's, unless it has no use for one.
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

// Streamed from and into where it lies.
bool P2p::lies_still(const Transfer& transfer) const noexcept {
  const Side& side = transfer.side;
  if (!side.contiguous) return false;
  if (side.memory.on_host()) return true;
  const transport::Transport* lane = parts_.peers.known_lane(transfer.peer);
  return side.memory.kind == accel::MemoryKind::kDevice && lane != nullptr &&
         (lane->capabilities().flags & transport::kStreamsDevice) != 0;
}

// The receiver.
void P2p::begin_stream(Transfer* transfer) {
  transfer->stage = Stage::kStreaming;
  transfer->path = paths_.stream(parts_.peers.index_of(transfer->via));
  activate(transfer);
  Places places;
  Status opened = open_places(transfer, &places);  // what is refused after the first is asked for again
  if (places.count == 0) return stream_refused(transfer, std::move(opened));
  const Choice by_stream{.method = Method::kStream, .cost = {}, .reason = {}};
  if (Status told = send_cts(transfer, by_stream, places.bytes()); !told.is_ok()) fail(transfer, std::move(told), true);
}

// Nothing has been promised yet.
void P2p::stream_refused(Transfer* transfer, Status&& why) {
  if (!std::exchange(warned_refused_, true)) {
    parts_.log.warn("a stream over {} failed to begin, large messages go in pieces instead, more slowly: {}",
                    transfer->via->name(), why.message());
  }
  transfer->no_stream = true;
  start_in_pieces(transfer);
  activate(transfer);
}

// Where a piece lies that is not in the message's own memory. *out stays -1 where others must give a slot back first; a message
// that has none gets one all the same, since those others may be waiting for ranks that compute.
Status P2p::take_slot(Transfer* transfer, StreamSlots& slots, int* out) {
  bool none = true;
  for (const StreamPiece& piece : transfer->pieces) none &= piece.slot < 0;
  *out = slots.acquire(none);
  if (*out < 0 && none) return Status::error(Code::kNoMemory, "no memory for {} bytes of a message", slots.slot_bytes());
  return Status::ok();
}

Mover::Way P2p::way_through(const Transfer& transfer, std::byte* slot) {
  const bool pinned = mover_.wants_device(transfer.side.memory) && mover_.pin(slot, parts_.config.net_chunk);
  return {pinned ? accel::MemoryKind::kPinned : accel::MemoryKind::kHost, transfer.lane};
}

// A place for the next bytes, known to the transport before the sender hears of it. None, and no error, where no slot is free.
Status P2p::open_place(Transfer* transfer) {
  const std::uint64_t bytes = std::min(piece_bytes(*transfer, parts_.config), transfer->bytes - transfer->begun);
  StreamPiece* piece = stream_pieces_.acquire();
  Status status;
  if (lies_still(*transfer)) {
    piece->at = start_of(transfer->side) + transfer->begun;
  } else {
    status = take_slot(transfer, receive_slots_, &piece->slot);
    if (piece->slot >= 0) piece->at = receive_slots_.at(piece->slot);
  }
  const bool has_place = piece->at != nullptr;
  piece->state = StreamPiece::State::kMoving;
  piece->token = ++last_token_;
  piece->offset = transfer->begun;
  piece->bytes = bytes;
  if (has_place) status = transfer->via->stream_from(transfer->peer, piece->token, {piece->at, bytes}, &piece->stream);
  transfer->pieces.push_back(*piece);
  ++transfer->pieces_count;
  if (!has_place || !status.is_ok()) {
    drop_piece(transfer, piece);
    return status;
  }
  transfer->begun += bytes;
  return Status::ok();
}

// As many as there may be, up to the first that is refused.
Status P2p::open_places(Transfer* transfer, Places* opened) {
  while (transfer->begun < transfer->bytes && transfer->pieces_count < wire::kMostPlaces) {
    const std::uint64_t before = transfer->begun;
    PENSTOCK_TRY(open_place(transfer));
    if (transfer->begun == before) break;
    opened->at[opened->count++] = place_of(*transfer, *transfer->pieces.back());
  }
  return Status::ok();
}

// All that are free now go in one message: each would cost the sender as much.
bool P2p::tell_places(Transfer* transfer) {
  if (transfer->stopped) return false;
  Places places;
  Status status = open_places(transfer, &places);
  // What the transport refuses now it may take later.
  if (status.is_ok() || places.count != 0) transfer->refusals = 0;
  const bool given_up = !status.is_ok() && ++transfer->refusals >= kMostRefusals;
  if (!given_up) status = Status::ok();
  if (places.count != 0) {
    Status told = post(transfer->peer, wire::bytes_of(places.at[0]), places.bytes(1), transfer->id);
    for (std::size_t i = 0; i < places.count && !told.is_ok(); ++i) drop_piece(transfer, transfer->pieces.back());
    if (!told.is_ok()) status = std::move(told);
  }
  const bool moved = places.count != 0 || !status.is_ok();
  if (!status.is_ok()) stop_streaming(transfer, std::move(status));
  return moved;
}

// The sender. Whatever it is told is checked: its memory is read by it.
bool P2p::take_place(Transfer* transfer, const wire::Place& place) {
  const bool fits = place.bytes != 0 && place.offset <= transfer->bytes && place.bytes <= transfer->bytes - place.offset &&
                    place.bytes <= transfer->bytes - transfer->begun && transfer->pieces_count < kMostTold &&
                    (lies_still(*transfer) || place.bytes <= send_slots_.slot_bytes());
  if (!fits) return false;
  transfer->begun += place.bytes;
  if (transfer->stopped) return true;
  StreamPiece* piece = stream_pieces_.acquire();
  piece->token = place.token;
  piece->offset = place.offset;
  piece->bytes = place.bytes;
  transfer->pieces.push_back(*piece);
  ++transfer->pieces_count;
  return true;
}

bool P2p::take_places(Transfer* transfer, std::span<const std::byte> places) {
  for (; !places.empty(); places = places.subspan(sizeof(wire::Place))) {
    wire::Place place;
    if (!wire::read(places, &place) || !take_place(transfer, place)) return false;
  }
  return true;
}

// A sender that failed is gone while more places are told to it.
void P2p::place_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Place place;
  if (!wire::read(header, &place)) return protocol_error(peer, "a place with a short header");
  Transfer* transfer = find(peer, place.sender, Message::Role::kSend);
  if (transfer == nullptr && ids_.was_valid(place.sender)) return;
  if (transfer == nullptr || !transfer->by_stream || !take_place(transfer, place) || !take_places(transfer, payload)) {
    protocol_error(peer, "a place for bytes that no message has");
  }
}

bool P2p::start_stream(Transfer* transfer) {
  transport::Transport* lane = nullptr;
  Status status = parts_.peers.lane(transfer->peer, &lane);
  if (status.is_ok() && (lane->capabilities().flags & transport::kCanStream) == 0) {
    status = Status::error(Code::kProtocol, "rank {} asked for a stream over {}, which has none", transfer->peer, lane->name());
  }
  if (!status.is_ok()) {
    fail(transfer, std::move(status), true);
    return true;
  }
  transfer->via = lane;
  transfer->stage = Stage::kStreaming;
  if (!lies_still(*transfer)) mover_.bring(transfer->side, transfer->bytes);
  return step_stream(transfer), true;
}

// At most one piece is begun in a round: messages that share the slots take turns.
bool P2p::step_stream(Transfer* transfer) {
  if (transfer->given_up) return fail_streaming(transfer, false), true;
  const bool sends = transfer->message->role == Message::Role::kSend;
  bool moved = false;
  bool packed = false;
  for (auto at = transfer->pieces.begin(); at != transfer->pieces.end();) {
    StreamPiece* piece = &*at;
    ++at;
    const bool told = piece->state == StreamPiece::State::kTold;
    if (told && packed) continue;
    Status status;
    const bool stepped = sends ? step_sent(transfer, piece, &status) : step_received(transfer, piece, &status);
    moved |= stepped;
    packed |= told && stepped;
    if (status.is_ok()) continue;
    stop_streaming(transfer, std::move(status));
    break;
  }
  if (!sends) moved |= tell_places(transfer);
  return end_of_stream(transfer) || moved;
}

bool P2p::end_of_stream(Transfer* transfer) {
  if (transfer->ended == transfer->bytes) {
    Status error = std::move(transfer->error);
    finish(transfer, std::move(error));
    return true;
  }
  if (!transfer->stopped || transfer->pieces_count != 0) return false;
  return fail_streaming(transfer, true), true;
}

// The transfer, and the error in it, are gone before the error is told.
void P2p::fail_streaming(Transfer* transfer, bool tell_peer) {
  Status error = std::move(transfer->error);
  fail(transfer, std::move(error), tell_peer);
}

// What is on its way goes on: the other end has a place for it, or waits for it there.
void P2p::stop_streaming(Transfer* transfer, Status&& why) {
  transfer->stopped = true;
  if (transfer->error.is_ok()) transfer->error = std::move(why);
  for (auto at = transfer->pieces.begin(); at != transfer->pieces.end();) {
    StreamPiece* piece = &*at;
    ++at;
    if (piece->state == StreamPiece::State::kTold) drop_piece(transfer, piece);
  }
}

bool P2p::pending(const accel::Ticket& ticket, Status* status) {
  if (ticket.sequence == 0) return false;
  accel::Progress progress = accel::Progress::kDone;
  *status = parts_.accel.test(ticket, &progress);
  return status->is_ok() && progress == accel::Progress::kPending;
}

// False: nothing has moved. After a failure the piece is gone.
bool P2p::step_sent(Transfer* transfer, StreamPiece* piece, Status* status) {
  using State = StreamPiece::State;
  bool moved = false;
  if (piece->state == State::kTold) {
    *status = fill_piece(transfer, piece);
    if (status->is_ok() && piece->state == State::kTold) return false;
    moved = true;
  }
  if (status->is_ok() && piece->state == State::kPacking) {
    if (pending(piece->ticket, status)) return moved;
    piece->ticket = {};
    piece->state = State::kMoving;
    if (status->is_ok() && !transfer->stopped) {
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

// Stays kTold where no slot is free.
Status P2p::fill_piece(Transfer* transfer, StreamPiece* piece) {
  if (lies_still(*transfer)) {
    piece->at = start_of(transfer->side) + piece->offset;
  } else {
    PENSTOCK_TRY(take_slot(transfer, send_slots_, &piece->slot));
    if (piece->slot < 0) return Status::ok();
    piece->at = send_slots_.at(piece->slot);
    PENSTOCK_TRY(
        mover_.pack(transfer->side, piece->offset, piece->bytes, piece->at, way_through(*transfer, piece->at), &piece->ticket));
  }
  piece->state = StreamPiece::State::kPacking;
  return Status::ok();
}

// A piece that could not be delivered does not end the receive: the sender goes on to fill the places that it knows.
bool P2p::step_received(Transfer* transfer, StreamPiece* piece, Status* status) {
  using State = StreamPiece::State;
  if (piece->state == State::kMoving) {
    bool done = false;
    *status = transfer->via->test_stream(piece->stream, &done);
    if (!done) return false;
    piece->stream = 0;
    if (!status->is_ok()) return drop_piece(transfer, piece), true;
    Status emptied;
    if (piece->slot >= 0 && transfer->error.is_ok()) {
      emptied = mover_.unpack(transfer->side, piece->offset, piece->bytes, piece->at, way_through(*transfer, piece->at),
                              &piece->ticket);
    }
    if (!emptied.is_ok()) transfer->error = std::move(emptied);
    piece->state = State::kUnpacking;
  }
  Status emptied;
  if (pending(piece->ticket, &emptied)) return false;
  if (!emptied.is_ok() && transfer->error.is_ok()) transfer->error = std::move(emptied);
  piece->ticket = {};
  transfer->ended += piece->bytes;
  drop_piece(transfer, piece);
  return true;
}

void P2p::drop_piece(Transfer* transfer, StreamPiece* piece) noexcept {
  StreamSlots& slots = transfer->message->role == Message::Role::kSend ? send_slots_ : receive_slots_;
  if (piece->ticket.sequence != 0) static_cast<void>(parts_.accel.wait(piece->ticket));
  if (piece->stream != 0) transfer->via->cancel_stream(piece->stream);
  if (piece->slot >= 0) slots.release(piece->slot);
  decltype(transfer->pieces)::erase(*piece);
  --transfer->pieces_count;
  stream_pieces_.release(piece);
}

void P2p::end_stream(Transfer* transfer) noexcept {
  while (StreamPiece* piece = transfer->pieces.front()) drop_piece(transfer, piece);
}

}  // namespace penstock::proto
