// The origin's side: which way an operation takes, and when it is over.
#include "proto/rma/rma.hpp"

#include <algorithm>
#include <atomic>

#include "proto/rma/wire.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {

using transport::Begun;
using transport::Completion;
using transport::OneSided;
using transport::Remote;

bool Rma::is_worked_on(Call::Stage stage) noexcept {
  switch (stage) {
    case Call::Stage::kCopies:
    case Call::Stage::kReturns:
    case Call::Stage::kTicket:
    case Call::Stage::kPieces:
    case Call::Stage::kKernels:
    case Call::Stage::kTickets: return true;
    default: return false;
  }
}

Call::Call() noexcept = default;
Call::~Call() = default;

Rma::Rma(const Parts& parts)
    : parts_(parts), counters_(parts.counters), executor_(parts.accel, parts.rank), device_(parts.accel, parts.config) {
  // Whoever starts the job has said what is wrong with the tunable.
  if (!base::choose_simd(parts.config, &simd_).is_ok()) simd_ = base::Simd::kNone;
}
Rma::~Rma() = default;

Status Rma::attach(int peer, std::span<const std::byte> key, Target* out) {
  out->peer_ = peer;
  PENSTOCK_TRY(parts_.registry.attach(peer, key, &out->attached_));
  for (const Remote& way : out->attached_.ways) {
    if (way.direct != nullptr && out->direct_ == nullptr && out->attached_.checked) out->direct_ = &way;
  }
  out->reached_ = reach(*out);
  out->state_ = Target::State::kLive;
  if (out->attached_.checked) return Status::ok();
  Request ask;
  ask.number = out->head().number;
  ask.generation = out->head().generation;
  out->state_ = Target::State::kAsking;
  Piece piece;
  piece.target = out;
  piece.peer = peer;
  Status asked = request(peer, ask, {}, piece);
  if (!asked.is_ok()) detach(out);
  return asked;
}

void Rma::detach(Target* target) {
  for (auto& [id, piece] : pieces_) {
    if (piece.call == nullptr && piece.target == target) piece.target = nullptr;  // the answer still comes
  }
  transport::MemoryRegistry::detach(&target->attached_);
  target->direct_ = nullptr;
  target->reached_ = {};
  target->state_ = Target::State::kGone;
}

void Rma::put(Target& target, const transport::Move& move, Call* call) {
  enter(target, Call::Verb::kPut, call);
  call->work_->move = move;
  begin(call, check_shape(*call));
}

void Rma::get(Target& target, const transport::Move& move, Call* call) {
  enter(target, Call::Verb::kGet, call);
  call->work_->move = move;
  begin(call, check_shape(*call));
}

void Rma::atomic(Target& target, const transport::Atomic& atomic, Call* call) {
  const transport::Executor executor = target.head().executor;
  if (executor == transport::Executor::kLock || executor == transport::Executor::kDevice || atomic.width < kNarrowestAtomic) {
    return atomic_by_lock(target, atomic, call);
  }
  enter(target, Call::Verb::kAtomic, call);
  call->work_->atomic = atomic;
  begin(call, check_shape(*call));
}

void Rma::enter(Target& target, Call::Verb verb, Call* call) {
  call->verb_ = verb;
  call->peer_ = target.peer_;
  call->target_ = &target;
  call->number_ = ++last_number_;
  call->status_ = Status();
  call->stage_ = Call::Stage::kHeld;
  call->work_ = std::make_unique<Work>();
  live_.push_back(*call);
  if (verb == Call::Verb::kAccumulate) link_accumulate(call);
}

// `checked`: what is wrong with the operation itself.
void Rma::begin(Call* call, Status&& checked) {
  if (checked.is_ok()) checked = check_use(*call);
  if (!checked.is_ok()) return finish(call, std::move(checked));
  if (call->target_->state_ != Target::State::kAsking) start(call);
}

Status Rma::check_use(const Call& call) const {
  const bool atomic = call.verb_ == Call::Verb::kAtomic || call.verb_ == Call::Verb::kAccumulate;
  const std::uint32_t use = atomic                           ? transport::kUseAtomics
                            : call.verb_ == Call::Verb::kPut ? transport::kUseWrite
                                                             : transport::kUseRead;
  if ((call.target_->head().use & use) != 0) return Status::ok();
  return Status::error(Code::kArg, "memory of rank {} is not registered for this operation: register it for that use",
                       call.peer_);
}

Status Rma::check_shape(const Call& call) {
  const transport::RemoteKey::Head& head = call.target_->head();
  if (call.verb_ != Call::Verb::kAtomic) return check_range(head.bytes, call.work_->move);
  return check_range(head.bytes, head.descriptor.address, call.work_->atomic);
}

void Rma::start(Call* call) {
  if (call->target_->state_ == Target::State::kGone) {
    return finish(call, Status::error(Code::kProtocol,
                                      "memory of rank {} is registered no more: exchange keys anew after memory was "
                                      "deregistered",
                                      call->peer_));
  }
  if (call->verb_ == Call::Verb::kAccumulate) return start_accumulate(call);
  if (call->work_->by_layouts) return start_layouts(call);
  if (!try_ways(call)) serve(call);
}

// The cheapest that can and has not failed; null: none.
const Remote* Rma::choose(const Call& call, std::uint32_t refused) const {
  const bool atomic = call.verb_ == Call::Verb::kAtomic;
  const bool puts = call.verb_ == Call::Verb::kPut;
  const transport::Move& move = call.work_->move;
  std::uint32_t needed = transport::kAtomicsByCpu;
  if (!atomic) {
    needed = (puts ? transport::kRemotePut : transport::kRemoteGet) |
             (move.memory.on_host() ? transport::kHostLocal : transport::kDeviceLocal);
    if (!transport::is_contiguous(move.remote) || !transport::is_contiguous(move.local)) needed |= transport::kStridedMoves;
  }
  const Remote* best = nullptr;
  double least = 0;
  for (std::size_t i = 0; i < call.target_->attached_.ways.size(); ++i) {
    const Remote& way = call.target_->attached_.ways[i];
    if ((refused >> i & 1U) != 0 || (way.bits & needed) != needed) continue;
    if (atomic && !way.atomics.has(call.work_->atomic.op, call.work_->atomic.width)) continue;
    const double us = atomic ? way.atomic_cost.latency_us : (puts ? way.put_cost : way.get_cost).of(move.bytes);
    if (best != nullptr && us >= least) continue;
    best = &way;
    least = us;
  }
  return best;
}

Status Rma::run(const Remote& way, const Call& call, Begun* out) {
  switch (call.verb_) {
    case Call::Verb::kPut: return way.way->put(way, call.work_->move, out);
    case Call::Verb::kGet: return way.way->get(way, call.work_->move, out);
    default: return way.way->atomic(way, call.work_->atomic, out);
  }
}

// True: it is under way, or over.
bool Rma::try_ways(Call* call) {
  std::uint32_t refused = 0;
  for (const Remote* way = choose(*call, 0); way != nullptr; way = choose(*call, refused)) {
    Begun begun;
    Status status = run(*way, *call, &begun);
    if (status.is_ok()) return settle(call, *way, begun), true;
    if (status.code() == Code::kArg || status.code() == Code::kPeerLost) return finish(call, std::move(status)), true;
    refused |= 1U << static_cast<unsigned>(way - call->target_->attached_.ways.data());
    warn_once(call->peer_, status);
  }
  return false;
}

// What is not supported is no fault.
void Rma::warn_once(int peer, const Status& why) {
  if (why.code() == Code::kUnsupported || std::exchange(warned_, true)) return;
  parts_.log.warn("an operation on memory of rank {} failed by one way and goes another (said once): {}", peer, why.message());
}

void Rma::count(const Call& call, std::string_view by) {
  const Work& work = *call.work_;
  if (!work.by_layouts || !work.counts) return;
  const accel::MemoryKind there = call.target_->head().descriptor.kind;
  const bool gets = call.verb_ == Call::Verb::kGet;
  const auto verb = gets                             ? RmaCounters::Verb::kGet
                    : call.verb_ == Call::Verb::kPut ? RmaCounters::Verb::kPut
                                                     : RmaCounters::Verb::kAccumulate;
  counters_.count(verb, by, gets ? there : work.kind, gets ? work.kind : there, work.bytes);
}

void Rma::soil(int peer, OneSided* way) {
  std::vector<OneSided*>& ways = dirty_[peer];
  if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
}

void Rma::settle(Call* call, const Remote& way, const Begun& begun) {
  count(*call, way.name);
  if (begun.completion != Completion::kDone && call->verb_ != Call::Verb::kGet) soil(call->peer_, way.way);
  if (begun.completion != Completion::kPending) return finish(call, Status::ok());
  call->stage_ = Call::Stage::kTicket;
  call->work_->way = &way;
  call->work_->ticket = begun.ticket;
}

void Rma::finish(Call* call, Status&& status) {
  call->status_ = std::move(status);
  call->stage_ = Call::Stage::kDone;
  if (call->verb_ == Call::Verb::kAccumulate) unlink_accumulate(call);
  base::IntrusiveList<Call, &Call::node_>::erase(*call);
}

// Where all is by load and store there is nothing to look for.
void Rma::flush(int peer, Call* call) {
  counters_.count(RmaCounters::kFlush, 0);
  if (live_.empty() && served_.empty() && dirty_.empty()) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return call->reset();
  }
  call->verb_ = Call::Verb::kFlush;
  call->peer_ = peer;
  call->number_ = ++last_number_;
  call->status_ = Status();
  call->work_ = std::make_unique<Work>();
  call->stage_ = Call::Stage::kEarlier;
  live_.push_back(*call);
  step_flush(call);
}

bool Rma::earlier(const Call& flush) noexcept {
  for (auto* calls : {&live_, &served_}) {
    for (const Call& each : *calls) {
      if (each.peer_ == flush.peer_ && each.number_ < flush.number_ && each.verb_ != Call::Verb::kFlush) return true;
    }
  }
  return false;
}

// A way whose flush could not be begun stays to be flushed.
void Rma::begin_flushes(Call* call) {
  call->stage_ = Call::Stage::kTickets;
  const auto found = dirty_.find(call->peer_);
  if (found == dirty_.end()) return;
  std::erase_if(found->second, [&](OneSided* way) {
    Begun begun;
    Status status = way->flush(call->peer_, &begun);
    if (begun.completion == Completion::kPending) call->work_->tickets.emplace_back(way, begun.ticket);
    const bool begins = status.is_ok();
    if (call->status_.is_ok()) call->status_ = std::move(status);
    return begins;
  });
  if (found->second.empty()) dirty_.erase(found);
}

bool Rma::step_flush(Call* call) {
  if (call->stage_ == Call::Stage::kEarlier) {
    if (earlier(*call)) return false;
    begin_flushes(call);
  }
  std::erase_if(call->work_->tickets, [&](auto& each) {
    bool done = false;
    Status status = each.first->test(&each.second, &done);
    if (call->status_.is_ok()) call->status_ = std::move(status);
    return done;
  });
  if (!call->work_->tickets.empty()) return false;
  std::atomic_thread_fence(std::memory_order_seq_cst);  // for the caller's own stores
  finish(call, std::move(call->status_));
  return true;
}

// True if it got on.
bool Rma::step(Call* call) {
  switch (call->stage_) {
    case Call::Stage::kHeld:
      if (call->target_->state_ == Target::State::kAsking) return false;
      start(call);
      return call->stage_ != Call::Stage::kHeld;
    case Call::Stage::kTicket: {
      bool done = false;
      Status status = call->work_->way->way->test(&call->work_->ticket, &done);
      if (done) finish(call, std::move(status));
      return done;
    }
    case Call::Stage::kPieces: return step_pieces(call);
    case Call::Stage::kKernels: return step_kernels(call);
    case Call::Stage::kBusy: execute(call); return call->stage_ != Call::Stage::kBusy;
    case Call::Stage::kCopies:
    case Call::Stage::kReturns:
      if (!call->work_->copy->done()) return false;
      copied(call);
      return true;
    case Call::Stage::kEarlier:
    case Call::Stage::kTickets: return step_flush(call);
    default: return false;  // answers move it
  }
}

bool Rma::progress() {
  bool moved = !deferred_.empty() && serve_deferred();
  for (auto it = live_.begin(); it != live_.end();) {
    Call& call = *it;
    ++it;
    moved |= step(&call);
  }
  return moved;
}

// What a transport works on ends with its ticket, which says that the peer is lost.
void Rma::lost(int peer, const Status& why) {
  for (const auto& [id, piece] : pieces_) {
    if (piece.peer == peer && piece.call == nullptr && piece.target != nullptr) piece.target->state_ = Target::State::kGone;
  }
  std::erase_if(pieces_, [&](const auto& each) { return each.second.peer == peer; });
  dirty_.erase(peer);
  lost_.push_back(peer);
  for (Deferred& each : deferred_) {
    if (each.peer == peer && each.runs) device_.release(&each.run);
  }
  std::erase_if(deferred_, [&](const Deferred& each) { return each.peer == peer; });
  asked_.erase(peer);
  for (auto* calls : {&live_, &served_}) {
    for (auto it = calls->begin(); it != calls->end();) {
      Call& call = *it;
      ++it;
      if (call.peer_ == peer && !is_worked_on(call.stage_)) finish(&call, why.clone());
    }
  }
}

// What is served moves when its answer comes, which rings.
bool Rma::needs_polling() const noexcept {
  if (!deferred_.empty()) return true;
  for (const Call& call : live_) {
    if (is_worked_on(call.stage_) || call.stage_ == Call::Stage::kBusy) return true;
  }
  return false;
}

}  // namespace penstock::proto::rma
