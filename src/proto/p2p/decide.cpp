// Chooses the method by which the bytes of a matched message move, and begins the movement.
#include "base/clock.hpp"
#include "proto/p2p/rendezvous.hpp"
#include "transport/process_memory.hpp"

namespace penstock::proto {

bool Rendezvous::step(Transfer* transfer) {
  transfer->start_ns = base::now_ns();
  if (transfer->sends()) {
    start_push(transfer);
  } else if (transfer->bytes == 0) {
    core_.transfers.tell_end(transfer->peer, transfer->remote_id, Code::kOk, nullptr);
    core_.transfers.finish(transfer, Status::ok());
  } else if (transfer->peer == core_.parts.rank) {
    movers_.direct.begin_local(transfer);
  } else {
    start_pull(transfer);
  }
  return true;
}

Candidates Rendezvous::candidates(int peer, bool bounce) {
  const Config& config = core_.parts.config;
  Candidates out;
  out.transports = core_.parts.peers.transports();
  out.mask = core_.parts.peers.mask(peer);
  transport::Transport* lane = nullptr;
  out.staging = core_.parts.peers.lane(peer, &lane).is_ok() && lane->staging() != nullptr;
  if (lane != nullptr && (lane->capabilities().flags & transport::kCanStream) != 0) out.stream = lane;
  if (bounce) out.bounce = movers_.bounce.with(peer);
  out.bounce_cost = config.cost_bounce;
  // Both ranks copy at once, except for the first and the last piece, and each finds in a cache the bytes that the other rank
  // wrote. Measured with blocks of 1 to 64 KiB: 4.1 us for 64 KiB and 27 to 34 us for 1 MiB, where naming each block to the
  // kernel took 7 to 30 us and 79 to 134 us.
  constexpr double kAloneUs = 1;
  constexpr double kBothAtOnce = 2.5;
  out.staged_cost = config.cost_copy.slowed(kBothAtOnce);
  out.staged_cost.latency_us = config.cost_cma.latency_us + kAloneUs;
  return out;
}

// Only one of the two ranks reports the choice: the rank that moves the bytes, or that decides to move them in pieces.
void Rendezvous::explain_choice(const Transfer& transfer, const Choice& choice) {
  const bool debug = core_.parts.log.enabled(base::Level::kDebug);
  if (!choice.closed && !core_.explainer.on() && !debug) return;
  const bool receives = !transfer.sends();
  const RendezvousState& state = transfer.rendezvous;
  const accel::MemoryKind far = state.has_offer ? state.offer.region.kind : accel::MemoryKind::kHost;
  const accel::MemoryKind near = transfer.side.memory.kind;
  const Journey journey{transfer.peer, receives, transfer.bytes, receives ? far : near, receives ? near : far};
  if (choice.closed && !state.unexported) {
    const Cause cause =
        why_closed(core_.parts.config, core_.process, core_.parts.accel.live(), receives, movers_.direct.bulk_of(transfer));
    // The cause of a failed mapping has been reported already, so nothing more is said of memory that is unreachable after it.
    if (cause != Cause::kUnreachable || !core_.warned_refused) core_.explainer.closed(journey, cause);
  }
  const bool told_by_peer = receives ? choice.method == Method::kAskPut : !state.has_offer;
  if (core_.explainer.on() && !told_by_peer) core_.explainer.choice(journey, choice);
  if (debug) core_.parts.log.debug("{}", explain(choice, journey.peer, journey.bytes, journey.source, journey.destination));
}

void Rendezvous::raise_choice(const Transfer& transfer, const Choice& choice) {
  core_.parts.events.raise(observe::Event::kPathChosen,
                           {transfer.peer, transfer.sends() ? 0 : 1, static_cast<std::int64_t>(choice.method),
                            static_cast<std::int64_t>(transfer.bytes)});
}

// Begins the chosen method. The transfer may be over when this returns.
void Rendezvous::follow(Transfer* transfer, const Choice& choice) {
  explain_choice(*transfer, choice);
  if (core_.parts.events.wanted(observe::Event::kPathChosen)) [[unlikely]] {
    raise_choice(*transfer, choice);
  }
  transfer->via = choice.via;
  if (choice.via != nullptr) core_.mover.bring(transfer->side, transfer->bytes);
  if (choice.method == Method::kGet || choice.method == Method::kPut) return movers_.direct.begin(transfer, choice);
  if (Status mine = check_memory(transfer); !mine.is_ok()) return core_.transfers.fail(transfer, std::move(mine), true);
  if (!transfer->sends()) return clear(transfer, choice);
  movers_.staged.begin(transfer, choice.method == Method::kBounce ? choice.via : nullptr);
}

// Checks memory that the CPU of this rank, or a network on its behalf, will access: a wrong address given by the
// application would end the process there.
Status Rendezvous::check_memory(Transfer* transfer) {
  transfer->look_at_side();
  const Side& side = transfer->side;
  if (!side.one_run || side.memory.kind != accel::MemoryKind::kHost) return Status::ok();
  return transport::check_own_memory(side.shape, transfer->bytes, !transfer->sends());
}

// Tells the sender that it may move the bytes.
void Rendezvous::clear(Transfer* transfer, const Choice& choice) {
  Places places;
  if (choice.method == Method::kStream) {
    if (!movers_.streams.begin_receive(transfer, &places)) return;
  } else {
    movers_.staged.await(transfer);
  }
  Status status = send_cts(transfer, choice.method, places.bytes());
  if (!status.is_ok()) core_.transfers.fail(transfer, std::move(status), true);
}

void Rendezvous::start_pull(Transfer* transfer) {
  Status settled = core_.mover.settle(transfer->side.memory);
  if (!settled.is_ok()) return core_.transfers.fail(transfer, std::move(settled), true);
  follow(transfer, decide_pull(transfer));
}

Choice Rendezvous::decide_pull(Transfer* transfer) {
  const bool both_known = transfer->rendezvous.has_offer && transfer->side.in_one_go();
  Candidates ways = candidates(transfer->peer, movers_.bounce.pool_reached(*transfer));
  ways.may_push = !transfer->closed.push;
  ways.listed = transfer->rendezvous.listed;
  if (transfer->closed.stream) ways.stream = nullptr;
  ways.twice = transfer->rendezvous.twice;
  Choice choice = choose_pull(transfer->peer, ways, movers_.direct.bulk_of(*transfer), both_known, transfer->closed.direct);
  if (choice.method == Method::kGet && movers_.bounce.stays_unmapped(*transfer, ways, choice)) choice = choose_unmapped(ways);
  if (ways.bounce != nullptr) core_.mover.settle_device(&transfer->side.memory);
  // The sender must know whether it may use its bounce buffers, even if it is asked to push first.
  const bool may_bounce = ways.bounce != nullptr && (choice.method == Method::kBounce || choice.method == Method::kAskPut);
  transfer->staged.may_bounce = may_bounce && movers_.bounce.map(transfer);
  transfer->rendezvous.may_pull = choice.may_pull;
  return choice.method == Method::kBounce && !transfer->staged.may_bounce ? decide_pull(transfer) : choice;
}

void Rendezvous::start_push(Transfer* transfer) {
  const RendezvousState& state = transfer->rendezvous;
  Candidates ways = candidates(transfer->peer, transfer->staged.may_bounce);
  ways.stream = nullptr;  // only the receiver begins a stream
  Choice choice = choose_push(transfer->peer, ways, movers_.direct.bulk_of(*transfer),
                              state.has_offer && transfer->side.in_one_go(), state.has_offer && !transfer->closed.direct);
  const bool unmapped =
      choice.method == Method::kPut &&
      (state.may_pull ? !worth_pushing(*transfer, choice) : movers_.bounce.stays_unmapped(*transfer, ways, choice));
  if (state.may_pull && (unmapped || choice.method != Method::kPut)) return leave_to_pull(transfer);
  if (unmapped) choice = choose_unmapped(ways);
  follow(transfer, choice);
}

// Tells if this rank should push data that the receiver could pull: always if the receiver's allocation is mapped here,
// otherwise once its messages have cost as much as the mapping would.
bool Rendezvous::worth_pushing(const Transfer& transfer, const Choice& choice) {
  const Config& config = core_.parts.config;
  const transport::BufferDescriptor& region = transfer.rendezvous.offer.region;
  const int device = core_.mover.device_of(transfer.side.memory);
  if (region.exported == 0 || core_.parts.accel.imports().mapped(region.device, device)) return true;
  const base::Cost pull = both_contiguous(movers_.direct.bulk_of(transfer))
                              ? config.cost_gpu_copy
                              : config.cost_gpu_strided.slowed(transport::link_share(transfer.side.shape));
  return movers_.bounce.worth_mapping(region.device, pull.of(transfer.bytes) - choice.cost.of(transfer.bytes));
}

// Tells the receiver, which asked for the push, to pull instead; the message stays offered.
void Rendezvous::leave_to_pull(Transfer* transfer) {
  wire::Fin fin;
  fin.via = wire::kPull;
  fin.id = transfer->remote_id;
  transfer->stage = Stage::kOffered;
  transfer->rendezvous.has_offer = transfer->rendezvous.may_pull = false;
  core_.transfers.deactivate(transfer);
  Status status = core_.transfers.post(transfer->peer, wire::bytes_of(fin), {}, transfer->id);
  if (!status.is_ok()) core_.transfers.fail(transfer, std::move(status), true);
}

void Rendezvous::pull_after_all(Transfer* transfer) {
  if (!transfer->rendezvous.may_pull) return core_.nonsense(transfer->peer, "a message back that it was asked to move");
  transfer->rendezvous.may_pull = false;
  transfer->closed.push = true;
  ready(transfer);
}

}  // namespace penstock::proto
