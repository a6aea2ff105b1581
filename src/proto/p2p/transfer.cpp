// Moving the bytes of a matched message: the choice, direct operations and local copies.
#include <optional>

#include "base/clock.hpp"
#include "proto/p2p/p2p.hpp"

namespace penstock::proto {
namespace {

// A copy by the CPU is cut into windows, so that one round of progress stays bounded.
constexpr std::uint64_t kHostWindow = 4U << 20;

}  // namespace

Transfer* P2p::begin_matched(Message* message, int peer) {
  Transfer* transfer = transfers_.acquire();
  transfer->message = message;
  transfer->peer = peer;
  transfer->lane = next_lane_++;
  transfer->source_kind = message->memory.kind;
  transfer->id = ids_.add(transfer);
  message->transfer = transfer;
  return transfer;
}

Transfer* P2p::begin(Message* message, int peer) {
  message->retain();
  return begin_matched(message, peer);
}

void P2p::activate(Transfer* transfer) noexcept {
  if (transfer->active.linked()) return;
  active_.push_back(*transfer);
  ++active_count_;
}

void P2p::deactivate(Transfer* transfer) noexcept {
  if (!transfer->active.linked()) return;
  decltype(active_)::erase(*transfer);
  --active_count_;
}

bool P2p::step(Transfer* transfer) {
  switch (transfer->stage) {
    case Stage::kReady: return start(transfer);
    case Stage::kGetting:
    case Stage::kPutting: return step_bulk(transfer);
    case Stage::kStaging: return step_staging(transfer);
    case Stage::kCopying: return step_copy(transfer);
    case Stage::kStreaming: return step_stream(transfer);
    case Stage::kQueued:
    case Stage::kOffered:
    case Stage::kAwaiting: break;
  }
  return false;
}

bool P2p::start(Transfer* transfer) {
  transfer->start_ns = base::now_ns();
  if (transfer->message->role == Message::Role::kSend) return start_push(transfer);
  if (transfer->bytes == 0) {
    send_fin(transfer->peer, transfer->remote_id, Code::kOk, nullptr);
    finish(transfer, Status::ok());
    return true;
  }
  return transfer->peer == parts_.rank ? start_local(transfer) : start_pull(transfer);
}

transport::Bulk P2p::bulk_of(const Transfer& transfer) {
  transport::Bulk bulk;
  bulk.remote = transfer.offer.region;
  bulk.remote_shape = transfer.offer.shape;
  bulk.local = transfer.side.memory;
  bulk.local.exportable = mappable_by(transfer.peer, bulk.local);
  bulk.local_shape = transfer.side.shape;
  bulk.by_list = transfer.side.by_list();
  bulk.first = transfer.begun;
  bulk.bytes = transfer.bytes - transfer.begun;
  return bulk;
}

// `exchange`: both ranks can work on exchange slots.
Candidates P2p::candidates(int peer, bool exchange) {
  Candidates out;
  out.transports = parts_.peers.transports();
  out.mask = parts_.peers.mask(peer);
  transport::Transport* lane = nullptr;
  out.staging = parts_.peers.lane(peer, &lane).is_ok() && lane->staging() != nullptr;
  if (lane != nullptr && (lane->capabilities().flags & transport::kCanStream) != 0) out.stream = lane;
  if (exchange) out.exchange = exchange_with(peer);
  out.exchange_cost = parts_.config.cost_exchange;
  // Both ranks copy at once, but for the first and the last piece, and what one wrote the other finds in a cache. Measured,
  // blocks of 1 to 64 KiB: 4.1 us for 64 KiB, 27 to 34 us for 1 MiB, where naming each block to the kernel took 7 to 30 and 79
  // to 134.
  constexpr double kAloneUs = 1;
  constexpr double kBothAtOnce = 2.5;
  out.staged_cost = parts_.config.cost_copy.slowed(kBothAtOnce);
  out.staged_cost.latency_us = parts_.config.cost_cma.latency_us + kAloneUs;
  return out;
}

// One of the ranks tells: the one that moves the bytes, or decides that they go in pieces.
void P2p::explain_choice(const Transfer& transfer, const Choice& choice) {
  const bool debug = parts_.log.enabled(base::Level::kDebug);
  if (!choice.closed && !explainer_.on() && !debug) return;
  const bool receives = transfer.message->role == Message::Role::kReceive;
  const accel::MemoryKind far = transfer.has_offer ? transfer.offer.region.kind : accel::MemoryKind::kHost;
  const accel::MemoryKind near = transfer.side.memory.kind;
  const Journey journey{transfer.peer, receives, transfer.bytes, receives ? far : near, receives ? near : far};
  if (choice.closed && !transfer.unexported) {
    const Cause cause = why_closed(parts_.config, process_, parts_.accel.live(), receives, bulk_of(transfer));
    // What cannot be reached after a failure to map it has been told of by its cause.
    if (cause != Cause::kUnreachable || !warned_refused_) explainer_.closed(journey, cause);
  }
  const bool told_by_peer = receives ? choice.method == Method::kAskPut : !transfer.has_offer;
  if (explainer_.on() && !told_by_peer) explainer_.choice(journey, choice);
  if (debug) parts_.log.debug("{}", explain(choice, journey.peer, journey.bytes, journey.source, journey.destination));
}

void P2p::raise_choice(const Transfer& transfer, const Choice& choice) {
  const bool receives = transfer.message->role == Message::Role::kReceive;
  parts_.events.raise(observe::Event::kWayChosen, {transfer.peer, receives ? 1 : 0, static_cast<std::int64_t>(choice.method),
                                                   static_cast<std::int64_t>(transfer.bytes)});
}

// Begins what was chosen. The transfer may be over then.
void P2p::follow(Transfer* transfer, const Choice& choice) {
  explain_choice(*transfer, choice);
  if (parts_.events.wanted(observe::Event::kWayChosen)) [[unlikely]] {
    raise_choice(*transfer, choice);
  }
  transfer->via = choice.via;
  if (choice.via != nullptr) mover_.bring(transfer->side, transfer->bytes);
  switch (choice.method) {
    case Method::kGet:
    case Method::kPut:
      transfer->stage = choice.method == Method::kGet ? Stage::kGetting : Stage::kPutting;
      transfer->expect_ns = transfer->start_ns + static_cast<std::uint64_t>(choice.cost.of(transfer->bytes) * 1000.0);
      transfer->path = paths_.direct(choice.method, parts_.peers.index_of(choice.via));
      activate(transfer);
      // At once: what the transport found out for the choice is still at hand.
      static_cast<void>(step_bulk(transfer));
      return;
    case Method::kStream: return begin_stream(transfer);
    case Method::kExchange: transfer->exchange = choice.via; break;
    case Method::kAskPut:
    case Method::kStaged:
    case Method::kFragments: break;
  }
  if (transfer->message->role == Message::Role::kSend) {
    transfer->stage = Stage::kStaging;
    return activate(transfer);
  }
  transfer->path = paths_.pieces(transfer->peer);  // pieces in exchange slots say so themselves
  transfer->stage = Stage::kAwaiting;
  deactivate(transfer);
  Status status = send_cts(transfer, choice);
  if (!status.is_ok()) fail(transfer, std::move(status), true);
}

bool P2p::start_pull(Transfer* transfer) {
  if (Status settled = mover_.settle(transfer->side.memory); !settled.is_ok()) {
    fail(transfer, std::move(settled), true);
    return true;
  }
  follow(transfer, decide_pull(transfer));
  return true;
}

Choice P2p::decide_pull(Transfer* transfer) {
  const bool both_known = transfer->has_offer && transfer->side.in_one_go();
  Candidates ways = candidates(transfer->peer, area_reached(*transfer));
  ways.may_push = !transfer->no_push;
  ways.listed = transfer->listed;
  if (transfer->no_stream) ways.stream = nullptr;
  ways.twice = transfer->attended;
  Choice choice = choose_pull(transfer->peer, ways, bulk_of(*transfer), both_known, transfer->refused);
  if (choice.method == Method::kGet && stays_unmapped(*transfer, ways, choice)) choice = choose_unmapped(ways);
  if (ways.exchange != nullptr) mover_.settle_device(&transfer->side.memory);
  // The sender must know whether it may use its slots, also where it is asked to push first.
  const bool may_exchange =
      ways.exchange != nullptr && (choice.method == Method::kExchange || choice.method == Method::kAskPut);
  transfer->may_exchange = may_exchange && map_area(transfer);
  transfer->may_pull = choice.may_pull;
  return choice.method == Method::kExchange && !transfer->may_exchange ? decide_pull(transfer) : choice;
}

bool P2p::start_push(Transfer* transfer) {
  if (transfer->by_stream) return start_stream(transfer);
  Candidates ways = candidates(transfer->peer, transfer->may_exchange);
  ways.stream = nullptr;  // the receiver's to begin
  Choice choice = choose_push(transfer->peer, ways, bulk_of(*transfer), transfer->has_offer && transfer->side.in_one_go(),
                              transfer->has_offer && !transfer->refused);
  const bool unmapped = choice.method == Method::kPut &&
                        (transfer->may_pull ? !worth_pushing(*transfer, choice) : stays_unmapped(*transfer, ways, choice));
  if (transfer->may_pull && (unmapped || choice.method != Method::kPut)) {
    leave_to_pull(transfer);
    return true;
  }
  if (unmapped) choice = choose_unmapped(ways);
  follow(transfer, choice);
  return true;
}

// Both ends are in this process: the sender's own record says where its bytes are.
bool P2p::start_local(Transfer* transfer) {
  Transfer* source = find(transfer->peer, transfer->remote_id, Message::Role::kSend);
  if (source == nullptr || source->stage != Stage::kOffered || source->eager_sync || source->bytes < transfer->bytes) {
    fail(transfer, Status::error(Code::kProtocol, "a message to this rank itself was announced but is not there"), false);
    return true;
  }
  transfer->path = paths_.local();
  transfer->stage = Stage::kCopying;
  if (explainer_.on()) [[unlikely]] {
    explainer_.copy({transfer->peer, true, transfer->bytes, source->side.memory.kind, transfer->side.memory.kind});
  }
  accel::Ticket& ticket = transfer->handle.ticket;
  Status status = mover_.copy(transfer->side, source->side, transfer->bytes, transfer->lane, &ticket);
  if (!status.is_ok()) {
    fail(transfer, std::move(status), true);
    return true;
  }
  return step_copy(transfer);
}

bool P2p::step_copy(Transfer* transfer) {
  accel::Progress progress = accel::Progress::kDone;
  if (transfer->handle.ticket.sequence != 0) {
    Status status = parts_.accel.test(transfer->handle.ticket, &progress);
    if (status.is_ok() && progress == accel::Progress::kPending) return false;
    transfer->handle.ticket = {};
    if (!status.is_ok()) {
      fail(transfer, std::move(status), true);
      return true;
    }
  }
  transfer->ended = transfer->bytes;
  if (transfer->message->role == Message::Role::kReceive) {
    Transfer* source = find(transfer->peer, transfer->remote_id, Message::Role::kSend);
    if (source != nullptr) finish(source, Status::ok());
  }
  finish(transfer, Status::ok());
  return true;
}

bool P2p::step_bulk(Transfer* transfer) {
  transport::BulkHandle& handle = transfer->handle;
  if (handle.ticket.sequence != 0) {
    accel::Progress progress = accel::Progress::kDone;
    Status status = parts_.accel.test(handle.ticket, &progress);
    if (status.is_ok() && progress == accel::Progress::kPending) return false;
    release_mapping(transfer);
    if (!status.is_ok()) {
      fail(transfer, std::move(status), true);
      return true;
    }
    transfer->ended = transfer->begun;
  }
  if (transfer->ended == transfer->bytes) {
    bulk_over(transfer);
    return true;
  }
  transport::Bulk bulk = bulk_of(*transfer);
  const bool by_cpu = bulk.local.on_host() && bulk.remote.exported == 0;
  if (by_cpu && bulk.bytes > kHostWindow) bulk.bytes = kHostWindow;
  std::optional<kernels::List> list;
  DeviceLists::Held held;
  if (bulk.by_list) {
    // That there is no room for the list has been told.
    if (!mover_.list_of(transfer->side, &list.emplace(), &bulk.lane, &held).is_ok()) return start_in_pieces(transfer), true;
    bulk.list = &*list;
  }
  Status status = transfer->stage == Stage::kGetting ? transfer->via->get(transfer->peer, bulk, &handle)
                                                     : transfer->via->put(transfer->peer, bulk, &handle);
  if (status.is_ok() && handle.ticket.sequence != 0) held.used(handle.ticket);
  if (!status.is_ok()) {
    bulk_refused(transfer, std::move(status));
    return true;
  }
  transfer->begun += bulk.bytes;
  if (handle.ticket.sequence != 0) return true;
  release_mapping(transfer);
  transfer->ended = transfer->begun;
  if (transfer->ended == transfer->bytes) bulk_over(transfer);
  return true;
}

void P2p::bulk_over(Transfer* transfer) {
  send_fin(transfer->peer, transfer->remote_id, Code::kOk, transfer->stage == Stage::kPutting ? transfer->via : nullptr);
  finish(transfer, Status::ok());
}

// Nothing of a failed operation is outstanding: the message starts again in pieces. Not where the device is of no more use:
// the peer would end its part well, with bytes that nobody can take.
void P2p::bulk_refused(Transfer* transfer, Status&& why) {
  release_mapping(transfer);
  if (why.code() == Code::kDriver) {
    if (Status works = mover_.still_works(transfer->side.memory); !works.is_ok()) return fail(transfer, std::move(works), true);
  }
  if (!warned_refused_) {
    warned_refused_ = true;
    parts_.log.warn("{} over {} failed, large messages go through staging buffers instead, more slowly: {}",
                    transfer->stage == Stage::kGetting ? "reading a peer's memory" : "writing a peer's memory",
                    transfer->via->name(), why.message());
  }
  start_in_pieces(transfer);
}

void P2p::start_in_pieces(Transfer* transfer) {
  transfer->begun = transfer->ended = 0;
  transfer->refused = true;
  transfer->stage = Stage::kReady;
}

void P2p::release_mapping(Transfer* transfer) noexcept {
  if (transfer->handle.mapping.id != 0) parts_.accel.unpin_mapping(transfer->handle.mapping);
  transfer->handle = {};
}

void P2p::finish(Transfer* transfer, Status&& status) {
  deactivate(transfer);
  ids_.remove(transfer->id);
  if (transfer->held) flow_.over(transfer->peer);
  Message* message = transfer->message;
  message->transfer = nullptr;
  if (transfer->plain && host_copies_.end_receive() && status.is_ok() && transfer->side.contiguous) {
    host_copies_.took(transfer->attended, transfer->bytes, base::now_ns() - transfer->start_ns);
  }
  if (message->role != Message::Role::kSend && status.is_ok()) {
    message->outcome().bytes = transfer->ended;
    if (transfer->path >= 0) {
      paths_.record(transfer->path, transfer->source_kind, message->memory.kind, transfer->ended,
                    base::now_ns() - transfer->start_ns);
    }
    if (transfer->message_bytes > transfer->bytes) {
      status = truncated({0, message->outcome().source, message->outcome().tag}, transfer->message_bytes, transfer->bytes);
    }
  }
  transfers_.release(transfer);
  message->finish(std::move(status));
}

// Device work that still touches the buffers is waited for: its owner may free them once the operation is over.
void P2p::fail(Transfer* transfer, Status&& status, bool tell_peer) {
  if (transfer->handle.ticket.sequence != 0) static_cast<void>(parts_.accel.wait(transfer->handle.ticket));
  release_mapping(transfer);
  end_stream(transfer);
  for (auto at = incoming_.begin(); at != incoming_.end();) {
    Incoming* piece = &*at;
    ++at;
    if (piece->transfer != transfer) continue;
    static_cast<void>(parts_.accel.wait(piece->ticket));
    send_ack(piece->peer, piece->via, piece->slot);
    decltype(incoming_)::erase(*piece);
    pieces_.release(piece);
  }
  slots_.forget(transfer);
  if (tell_peer && transfer->remote_id != 0) {
    send_fin(transfer->peer, transfer->remote_id, status.code() == Code::kOk ? Code::kInternal : status.code(), nullptr);
  }
  finish(transfer, std::move(status));
}

}  // namespace penstock::proto
