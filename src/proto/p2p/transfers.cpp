#include "proto/p2p/transfers.hpp"

#include "base/clock.hpp"

namespace penstock::proto {

Status truncated(int source, int tag, std::uint64_t bytes, std::uint64_t room) {
  return Status::error(Code::kTruncate, "the message of rank {} with tag {} has {} bytes, the receive has room for {}", source,
                       tag, bytes, room);
}

Transfer* Transfers::begin_matched(Message* message, int peer, Carrier* owner) {
  Transfer* transfer = pool_.acquire();
  transfer->owner = owner;
  transfer->message = message;
  transfer->peer = peer;
  transfer->queue_index = next_queue_index_++;
  transfer->source_kind = message->memory.kind;
  transfer->id = ids_.add(transfer);
  message->transfer = transfer;
  return transfer;
}

Transfer* Transfers::begin(Message* message, int peer, Carrier* owner) {
  message->retain();
  return begin_matched(message, peer, owner);
}

Transfer* Transfers::find(int peer, std::uint64_t id, Message::Role role) const noexcept {
  Transfer* transfer = ids_.find(id);
  return transfer != nullptr && transfer->peer == peer && transfer->message->role == role ? transfer : nullptr;
}

void Transfers::activate(Transfer* transfer) noexcept {
  if (transfer->active.linked()) return;
  active_.push_back(*transfer);
  ++active_count_;
}

void Transfers::deactivate(Transfer* transfer) noexcept {
  if (!transfer->active.linked()) return;
  decltype(active_)::erase(*transfer);
  --active_count_;
}

// A transfer may end in a step, and others may begin, so each is moved to the end of the list before its turn. The first
// transfer of a round is the last of the next round, so that transfers which compete for slots take turns.
bool Transfers::step() {
  bool moved = false;
  for (std::size_t turns = active_count_; turns > 0; --turns) {
    Transfer* transfer = active_.pop_front();
    if (transfer == nullptr) break;
    active_.push_back(*transfer);
    moved |= transfer->carrier->step(transfer);
  }
  if (Transfer* first = active_.pop_front()) active_.push_back(*first);
  return moved;
}

std::uint64_t Transfers::expected_ns() noexcept {
  std::uint64_t first = 0;
  for (Transfer& transfer : active_) {
    const std::uint64_t expected = transfer.carrier->expected_ns(transfer);
    if (expected != 0 && (first == 0 || expected < first)) first = expected;
  }
  return first;
}

void Transfers::tell(int peer, std::span<const std::byte> header) {
  parts_.failures.record(post(peer, header, {}, 0));
}

void Transfers::tell_end(int peer, std::uint64_t id, Code code, const transport::Transport* via) {
  wire::Fin fin;
  fin.code = static_cast<std::uint8_t>(code);
  fin.id = id;
  if (via != nullptr) fin.via = static_cast<std::uint8_t>(parts_.peers.index_of(via) + 1);
  tell(peer, wire::bytes_of(fin));
}

Status Transfers::queue(Transfer* transfer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  transfer->stage = Stage::kQueued;
  return parts_.outbox.queue({transfer->peer, header, payload, transfer->id, this});
}

void Transfers::sent(std::uint64_t cookie, Status&& status) {
  Transfer* transfer = ids_.find(cookie);
  if (!status.is_ok()) {
    if (transfer == nullptr) return parts_.failures.record(std::move(status));
    return fail(transfer, std::move(status), true);
  }
  if (transfer != nullptr && transfer->stage == Stage::kQueued) finish(transfer, Status::ok());
}

void Transfers::start_again(Transfer* transfer) noexcept {
  transfer->begun = transfer->ended = 0;
  transfer->stage = Stage::kReady;
  transfer->carrier = transfer->owner;
}

void Transfers::settle_result(Transfer* transfer, Status* status) {
  Message* message = transfer->message;
  if (message->role == Message::Role::kSend || !status->is_ok()) return;
  Result& result = message->outcome();
  result.bytes = transfer->ended;
  if (transfer->path >= 0) {
    paths_.record(transfer->path, transfer->source_kind, message->memory.kind, transfer->ended,
                  base::now_ns() - transfer->start_ns);
  }
  if (transfer->message_bytes > transfer->bytes) {
    *status = truncated(result.source, result.tag, transfer->message_bytes, transfer->bytes);
  }
}

void Transfers::finish(Transfer* transfer, Status&& status) {
  deactivate(transfer);
  ids_.remove(transfer->id);
  Message* message = transfer->message;
  message->transfer = nullptr;
  if (transfer->owner != nullptr) transfer->owner->over(*transfer, status.is_ok());
  settle_result(transfer, &status);
  pool_.release(transfer);
  message->finish(std::move(status));
}

void Transfers::take_back(Transfer* transfer) {
  ids_.retire(transfer->id);
  transfer->message->outcome().cancelled = true;
  finish(transfer, Status::ok());
}

// Waits for device work that still touches the buffers, since the application may free them once the operation is over.
void Transfers::fail(Transfer* transfer, Status&& status, bool tell_peer) {
  if (transfer->carrier != nullptr) transfer->carrier->abandon(transfer);
  if (tell_peer && transfer->remote_id != 0) {
    tell_end(transfer->peer, transfer->remote_id, status.code() == Code::kOk ? Code::kInternal : status.code(), nullptr);
  }
  finish(transfer, std::move(status));
}

}  // namespace penstock::proto
