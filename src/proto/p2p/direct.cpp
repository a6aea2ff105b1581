#include "proto/p2p/direct.hpp"

#include <optional>
#include <utility>

namespace penstock::proto {
namespace {

// Copies by the CPU are cut into windows, so that one round of progress stays bounded.
constexpr std::uint64_t kHostWindow = 4U << 20;

}  // namespace

transport::Bulk Direct::bulk_of(const Transfer& transfer) {
  transport::Bulk bulk;
  bulk.remote = transfer.rendezvous.offer.region;
  bulk.remote_shape = transfer.rendezvous.offer.shape;
  bulk.local = transfer.side.memory;
  bulk.local.exportable = exports_.mappable_by(transfer.peer, bulk.local);
  bulk.local_shape = transfer.side.shape;
  bulk.by_list = transfer.side.by_list();
  bulk.first = transfer.begun;
  bulk.bytes = transfer.bytes - transfer.begun;
  return bulk;
}

void Direct::begin(Transfer* transfer, const Choice& choice) {
  transfer->stage = Stage::kMoving;
  transfer->carrier = this;
  transfer->direct.expect_ns = transfer->start_ns + static_cast<std::uint64_t>(choice.cost.of(transfer->bytes) * 1000.0);
  transfer->path = core_.paths.direct(choice.method, core_.parts.peers.index_of(choice.via));
  core_.transfers.activate(transfer);
  // The first step runs now, while the caches still have the data that the transport looked up for the choice.
  static_cast<void>(step_bulk(transfer));
}

void Direct::begin_copy(Transfer* transfer, const accel::Ticket& ticket) {
  transfer->stage = Stage::kMoving;
  transfer->carrier = this;
  transfer->direct.handle.ticket = ticket;
  core_.transfers.activate(transfer);
}

// The sender is this rank too, so its own transfer record says where the bytes are.
void Direct::begin_local(Transfer* transfer) {
  Transfer* source = core_.transfers.find(transfer->peer, transfer->remote_id, Message::Role::kSend);
  if (source == nullptr || source->stage != Stage::kOffered || source->owner != transfer->owner ||
      source->bytes < transfer->bytes) {
    return core_.transfers.fail(
        transfer, Status::error(Code::kProtocol, "a message to this rank itself was announced but is not there"), false);
  }
  transfer->path = core_.paths.local();
  if (core_.explainer.on()) [[unlikely]] {
    core_.explainer.copy({transfer->peer, true, transfer->bytes, source->side.memory.kind, transfer->side.memory.kind});
  }
  accel::Ticket ticket;
  Status status = core_.mover.copy(transfer->side, source->side, transfer->bytes, transfer->queue_index, &ticket);
  if (!status.is_ok()) return core_.transfers.fail(transfer, std::move(status), true);
  begin_copy(transfer, ticket);
  static_cast<void>(step_copy(transfer));
}

// A copy within the process is only for messages to this rank itself.
bool Direct::step(Transfer* transfer) {
  return transfer->peer == core_.parts.rank ? step_copy(transfer) : step_bulk(transfer);
}

bool Direct::step_copy(Transfer* transfer) {
  Status status;
  if (core_.pending(transfer->direct.handle.ticket, &status)) return false;
  transfer->direct.handle.ticket = {};
  if (!status.is_ok()) return core_.transfers.fail(transfer, std::move(status), true), true;
  transfer->ended = transfer->bytes;
  if (transfer->message->role == Message::Role::kReceive) {
    Transfer* source = core_.transfers.find(transfer->peer, transfer->remote_id, Message::Role::kSend);
    if (source != nullptr) core_.transfers.finish(source, Status::ok());
  }
  core_.transfers.finish(transfer, Status::ok());
  return true;
}

bool Direct::step_bulk(Transfer* transfer) {
  transport::BulkHandle& handle = transfer->direct.handle;
  if (handle.ticket.sequence != 0) {
    Status status;
    if (core_.pending(handle.ticket, &status)) return false;
    release(transfer);
    if (!status.is_ok()) return core_.transfers.fail(transfer, std::move(status), true), true;
    transfer->ended = transfer->begun;
  }
  if (transfer->ended == transfer->bytes) return ended(transfer), true;
  transport::Bulk bulk = bulk_of(*transfer);
  const bool by_cpu = bulk.local.on_host() && bulk.remote.exported == 0;
  if (by_cpu && bulk.bytes > kHostWindow) bulk.bytes = kHostWindow;
  std::optional<kernels::List> list;
  DeviceLists::Held held;
  if (bulk.by_list) {
    // list_of() has warned already that there is no room for the list.
    if (!core_.mover.list_of(transfer->side, &list.emplace(), &bulk.queue_index, &held).is_ok()) {
      transfer->closed.direct = true;
      return Transfers::start_again(transfer), true;
    }
    bulk.list = &*list;
  }
  Status status =
      transfer->sends() ? transfer->via->put(transfer->peer, bulk, &handle) : transfer->via->get(transfer->peer, bulk, &handle);
  if (!status.is_ok()) return refused(transfer, std::move(status)), true;
  transfer->begun += bulk.bytes;
  if (handle.ticket.sequence != 0) return held.used(handle.ticket), true;
  release(transfer);
  transfer->ended = transfer->begun;
  if (transfer->ended == transfer->bytes) ended(transfer);
  return true;
}

void Direct::ended(Transfer* transfer) {
  core_.transfers.tell_end(transfer->peer, transfer->remote_id, Code::kOk, transfer->sends() ? transfer->via : nullptr);
  core_.transfers.finish(transfer, Status::ok());
}

// Nothing of a failed operation is outstanding, so the message starts again in pieces. It fails instead if a
// buffer is not valid memory, or if the device no longer works: the peer would otherwise complete its part
// successfully with bytes that nobody can receive.
void Direct::refused(Transfer* transfer, Status&& why) {
  release(transfer);
  if (why.code() == Code::kDriver) {
    Status works = core_.mover.still_works(transfer->side.memory);
    if (!works.is_ok()) return core_.transfers.fail(transfer, std::move(works), true);
  }
  if (why.code() == Code::kBuffer) return core_.transfers.fail(transfer, std::move(why), true);
  if (!std::exchange(core_.warned_refused, true)) {
    core_.parts.log.warn("{} over {} failed, large messages go through staging buffers instead, more slowly: {}",
                         transfer->sends() ? "writing a peer's memory" : "reading a peer's memory", transfer->via->name(),
                         why.message());
  }
  transfer->closed.direct = true;
  Transfers::start_again(transfer);
}

void Direct::release(Transfer* transfer) noexcept {
  transport::BulkHandle& handle = transfer->direct.handle;
  if (handle.mapping.id != 0) core_.parts.accel.imports().unpin_mapping(handle.mapping);
  handle = {};
}

void Direct::abandon(Transfer* transfer) {
  if (transfer->direct.handle.ticket.sequence != 0) {
    static_cast<void>(core_.parts.accel.queues().wait(transfer->direct.handle.ticket));
  }
  release(transfer);
}

}  // namespace penstock::proto
