#include "proto/p2p/staged.hpp"

#include <algorithm>
#include <array>

namespace penstock::proto {
namespace {

// Limits the pieces of one transfer in one round, so that other transfers get their turn.
constexpr int kFragmentsPerRound = 8;

wire::Frag frag_of(const Transfer& transfer, std::uint8_t via, int slot, std::uint64_t offset, std::uint64_t bytes) {
  wire::Frag frag;
  frag.via = via;
  frag.slot = slot;
  frag.receiver = transfer.remote_id;
  frag.offset = offset;
  frag.bytes = static_cast<std::uint32_t>(bytes);
  return frag;
}

// From the second piece on two CPUs work at once, and bytes in their caches move faster, so CPUs get small pieces. GPUs need
// large pieces, and the other side may be a GPU wherever a process has one.
std::uint64_t piece_bytes(const transport::Staging& staging, std::uint64_t message, bool by_cpus) {
  constexpr std::uint64_t kLeast = 16U << 10;
  constexpr std::uint64_t kMost = 64U << 10;
  constexpr std::uint64_t kPieces = 4;
  const std::uint64_t slot = staging.slot_bytes();
  return by_cpus ? std::min(slot, std::clamp(message / kPieces, kLeast, kMost)) : slot;
}

}  // namespace

// Returns null if that transport has no slots.
transport::Staging* Staged::staging_of(int peer, std::uint8_t via) noexcept {
  transport::Transport* lane = nullptr;
  if (via == 0) return core_.parts.peers.lane(peer, &lane).is_ok() ? lane->staging() : nullptr;
  const auto transports = core_.parts.peers.transports();
  return via <= transports.size() ? transports[via - 1U]->bounce_buffers() : nullptr;
}

void Staged::begin(Transfer* transfer, transport::Transport* bounce) {
  transfer->stage = Stage::kMoving;
  transfer->carrier = this;
  transfer->staged.bounce = bounce;
  core_.transfers.activate(transfer);
}

void Staged::await(Transfer* transfer) {
  transfer->stage = Stage::kAwaiting;
  transfer->carrier = this;
  transfer->path = core_.paths.pieces(transfer->peer);  // pieces in bounce buffers set their own path
  core_.transfers.deactivate(transfer);
}

bool Staged::step(Transfer* transfer) {
  if (transfer->staged.bounce != nullptr) return step_slot(transfer, *transfer->staged.bounce->bounce_buffers());
  transport::Transport* lane = nullptr;
  Status found = core_.parts.peers.lane(transfer->peer, &lane);
  if (!found.is_ok()) return core_.transfers.fail(transfer, std::move(found), false), true;
  transport::Staging* staging = lane->staging();
  return staging != nullptr ? step_slot(transfer, *staging) : step_fragments(transfer, *lane);
}

// Sends one piece a round, so that transfers which share the slots take turns. The peer returns slots whatever else it waits
// for, so running out of slots delays a transfer and never deadlocks.
bool Staged::step_slot(Transfer* transfer, transport::Staging& staging) {
  if (transfer->begun == transfer->bytes) return false;
  const bool by_cpus = transfer->staged.by_cpu && !core_.mover.wants_device(transfer->side.memory);
  SlotUse use;
  use.transfer = transfer;
  use.peer = transfer->peer;
  use.offset = transfer->begun;
  use.bytes = std::min(piece_bytes(staging, transfer->bytes, by_cpus), transfer->bytes - transfer->begun);
  accel::MemoryKind kind = accel::MemoryKind::kHost;
  if (transfer->staged.bounce != nullptr) {
    kind = accel::MemoryKind::kDevice;
    use.pool = transfer->staged.pool - 1;
    use.via = static_cast<std::uint8_t>(core_.parts.peers.index_of(transfer->staged.bounce) + 1);
  }
  const int slot = slots_.acquire(staging, use);
  if (slot < 0) return false;
  if (kind == accel::MemoryKind::kHost && core_.mover.wants_device(transfer->side.memory) &&
      core_.mover.pin(staging.local_area().data(), staging.local_area().size())) {
    kind = accel::MemoryKind::kPinned;
  }
  Slots::Book& book = slots_.book(staging);
  SlotUse& taken = book.uses[static_cast<std::size_t>(slot)];
  Status status = core_.mover.pack(transfer->side, use.offset, use.bytes, staging.local(slot), {kind, transfer->queue_index},
                                   &taken.ticket);
  if (!status.is_ok()) {
    slots_.free(&book, slot);
    return core_.transfers.fail(transfer, std::move(status), true), true;
  }
  transfer->begun += use.bytes;
  if (taken.ticket.sequence == 0) send_piece(&taken, slot);
  return true;
}

void Staged::send_piece(SlotUse* use, int slot) {
  Transfer* transfer = use->transfer;
  const wire::Frag frag = frag_of(*transfer, use->via, slot, use->offset, use->bytes);
  const std::uint64_t bytes = use->bytes;
  slots_.out(use);
  Status status = core_.transfers.post(transfer->peer, wire::bytes_of(frag), {}, transfer->id);
  if (!status.is_ok()) return core_.transfers.fail(transfer, std::move(status), true);
  transfer->ended += bytes;
  if (transfer->ended == transfer->bytes) core_.transfers.finish(transfer, Status::ok());
}

bool Staged::poll_slots() {
  bool moved = false;
  for (Slots::Book& book : slots_.books()) {
    for (std::size_t slot = 0; slot < book.uses.size(); ++slot) {
      SlotUse& use = book.uses[slot];
      if (use.state != SlotUse::State::kPacking) continue;
      Status status;
      if (core_.pending(use.ticket, &status)) continue;
      moved = true;
      Transfer* transfer = use.transfer;
      if (transfer != nullptr && status.is_ok()) {
        send_piece(&use, static_cast<int>(slot));
        continue;
      }
      slots_.free(&book, static_cast<int>(slot));
      if (transfer != nullptr) core_.transfers.fail(transfer, std::move(status), true);
    }
  }
  return moved;
}

Status Staged::pack_fragment(const Transfer& transfer, std::uint64_t bytes) {
  if (scratch_.size() < bytes) scratch_.resize(bytes);
  accel::Ticket ticket;
  PENSTOCK_TRY(core_.mover.pack(transfer.side, transfer.begun, bytes, scratch_.data(),
                                {accel::MemoryKind::kHost, transfer.queue_index}, &ticket));
  return core_.parts.accel.queues().wait(ticket);
}

bool Staged::step_fragments(Transfer* transfer, transport::Transport& lane) {
  const std::uint64_t room = lane.capabilities().max_send - sizeof(wire::Frag);
  bool moved = false;
  for (int i = 0; i < kFragmentsPerRound; ++i) {
    const std::uint64_t bytes = std::min(room, transfer->bytes - transfer->begun);
    Status status = pack_fragment(*transfer, bytes);
    const wire::Frag frag = frag_of(*transfer, 0, -1, transfer->begun, bytes);
    if (status.is_ok()) {
      const auto outcome = core_.parts.outbox.try_send(transfer->peer, wire::bytes_of(frag), {scratch_.data(), bytes}, &status);
      if (outcome == transport::Outcome::kFull) return moved;
    }
    if (!status.is_ok()) return core_.transfers.fail(transfer, std::move(status), true), true;
    moved = true;
    transfer->begun += bytes;
    transfer->ended = transfer->begun;
    if (transfer->ended == transfer->bytes) return core_.transfers.finish(transfer, Status::ok()), true;
  }
  return moved;
}

void Staged::arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) {
  if (kind == wire::Kind::kFrag) return frag_arrived(peer, header, payload);
  ack_arrived(peer, header);
}

void Staged::frag_arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Frag frag;
  if (!wire::read(header, &frag)) return core_.nonsense(peer, "a piece with a short header");
  Transfer* transfer = core_.transfers.find(peer, frag.receiver, Message::Role::kReceive);
  const bool fits = transfer != nullptr && transfer->stage == Stage::kAwaiting && frag.bytes > 0 &&
                    frag.bytes <= transfer->bytes - transfer->begun && frag.offset <= transfer->bytes - frag.bytes &&
                    (frag.slot >= 0 || payload.size() == frag.bytes);
  if (!fits) {
    // A receive that failed is gone while its last pieces still arrive: their slots are returned all the same.
    if (frag.slot >= 0) send_ack(peer, frag.via, frag.slot);
    if (transfer != nullptr || !core_.transfers.was_valid(frag.receiver)) core_.nonsense(peer, "a piece of no message");
    return;
  }
  transfer->begun += frag.bytes;
  bool waits = false;
  Status status = take_piece(transfer, frag, payload, &waits);
  if (waits) return;
  if (frag.slot >= 0) send_ack(peer, frag.via, frag.slot);
  piece_taken(transfer, frag.bytes, std::move(status));
}

Status Staged::take_piece(Transfer* transfer, const wire::Frag& frag, std::span<const std::byte> payload, bool* waits) {
  accel::Ticket ticket;
  if (frag.slot < 0) {
    PENSTOCK_TRY(core_.mover.unpack(transfer->side, frag.offset, frag.bytes, payload.data(),
                                    {accel::MemoryKind::kHost, transfer->queue_index}, &ticket));
    return core_.parts.accel.queues().wait(ticket);
  }
  transport::Staging* staging = staging_of(transfer->peer, frag.via);
  std::byte* from = nullptr;
  if (staging == nullptr) {
    return Status::error(Code::kProtocol, "rank {} sent a piece in a slot that it cannot have", transfer->peer);
  }
  const bool device = frag.via != 0 || core_.mover.wants_device(transfer->side.memory);
  PENSTOCK_TRY(staging->remote(transfer->peer, frag.slot, frag.bytes,
                               device ? core_.mover.device_of(transfer->side.memory) : -1, &from));
  Mover::Where where{accel::MemoryKind::kHost, transfer->queue_index};
  if (frag.via != 0) {
    transfer->path = core_.paths.bounce(frag.via - 1U);
    where = way_of_bounced(frag.bytes);
  } else if (device && core_.mover.pin(from, staging->slot_bytes())) {
    where.staging = accel::MemoryKind::kPinned;
  }
  PENSTOCK_TRY(core_.mover.unpack(transfer->side, frag.offset, frag.bytes, from, where, &ticket));
  if (ticket.sequence == 0) return Status::ok();
  Incoming* piece = pieces_.acquire();
  piece->transfer = transfer;
  piece->peer = transfer->peer;
  piece->slot = frag.slot;
  piece->via = frag.via;
  piece->queue_index = static_cast<std::uint8_t>(where.queue_index);
  piece->bytes = frag.bytes;
  piece->ticket = ticket;
  incoming_.push_back(*piece);
  *waits = true;
  return Status::ok();
}

// Large pieces are moved by the copy engine and by kernels at the same time: each of them pauses between two pieces, and the
// others then use the link. The queue with the least work gets the next piece. Queue 0 is left to small copies.
Mover::Where Staged::way_of_bounced(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kLeastByBoth = 1U << 20;
  constexpr std::array kBy = {accel::By::kEngine, accel::By::kKernel, accel::By::kEngine, accel::By::kKernel};
  static_assert(kBy.size() < accel::Queues::kQueues);
  std::array<std::uint64_t, kBy.size()> ahead{};
  for (const Incoming& piece : incoming_) {
    if (piece.via != 0) ahead[piece.queue_index - 1U] += piece.bytes;
  }
  const auto least = static_cast<std::size_t>(std::min_element(ahead.begin(), ahead.end()) - ahead.begin());
  return {accel::MemoryKind::kDevice, static_cast<unsigned>(least + 1),
          bytes < kLeastByBoth ? accel::By::kEngineOrKernel : kBy[least]};
}

// A piece that could not be delivered does not end the receive yet: further pieces are on their way and need the transfer.
void Staged::piece_taken(Transfer* transfer, std::uint64_t bytes, Status&& status) {
  transfer->ended += bytes;
  if (!status.is_ok() && transfer->error.is_ok()) transfer->error = std::move(status);
  if (transfer->ended != transfer->bytes) return;
  Status error = std::move(transfer->error);
  core_.transfers.finish(transfer, std::move(error));
}

void Staged::send_ack(int peer, std::uint8_t via, int slot) {
  wire::FragAck ack;
  ack.via = via;
  ack.slot = slot;
  core_.transfers.tell(peer, wire::bytes_of(ack));
}

void Staged::ack_arrived(int peer, std::span<const std::byte> header) {
  wire::FragAck ack;
  if (!wire::read(header, &ack)) return core_.nonsense(peer, "a slot's return with a short header");
  transport::Staging* staging = staging_of(peer, ack.via);
  if (staging == nullptr || !slots_.acknowledge(*staging, ack.slot, peer)) {
    core_.nonsense(peer, "the return of a slot it has not");
  }
}

bool Staged::poll_incoming() {
  bool moved = false;
  for (auto at = incoming_.begin(); at != incoming_.end();) {
    Incoming* piece = &*at;
    ++at;
    Status status;
    if (core_.pending(piece->ticket, &status)) continue;
    moved = true;
    decltype(incoming_)::erase(*piece);
    const Incoming taken = *piece;
    pieces_.release(piece);
    send_ack(taken.peer, taken.via, taken.slot);
    piece_taken(taken.transfer, taken.bytes, std::move(status));
  }
  return moved;
}

bool Staged::progress() {
  const bool sent = slots_.waiting() && poll_slots();
  return (!incoming_.empty() && poll_incoming()) || sent;
}

void Staged::abandon(Transfer* transfer) {
  for (auto at = incoming_.begin(); at != incoming_.end();) {
    Incoming* piece = &*at;
    ++at;
    if (piece->transfer != transfer) continue;
    static_cast<void>(core_.parts.accel.queues().wait(piece->ticket));
    send_ack(piece->peer, piece->via, piece->slot);
    decltype(incoming_)::erase(*piece);
    pieces_.release(piece);
  }
  slots_.forget(transfer);
}

}  // namespace penstock::proto
