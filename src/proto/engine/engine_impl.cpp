#include "proto/engine/engine_impl.hpp"

#include <algorithm>
#include <utility>

namespace penstock::proto {
namespace {

// No communicator has this context: the engine's own goodbye.
constexpr Context kFarewell = ~Context{0};

// Sends that are over at once leave a program without a look at what peers say, such as to hold.
constexpr unsigned kSendsPerLook = 64;
// And such receives: a look keeps what later ones would have taken at once, so that looks are few.
constexpr unsigned kReceivesPerLook = 4096;

// Copying large messages twice was quicker with two ranks on a CPU (by 1.3 to 3), as quick or slower with eight.
constexpr int kMostOnCpu = 4;

Status prepare_engine(const Engine::Parts& parts, const TransportFactory& make, std::unique_ptr<Engine>* out) {
  auto engine = std::make_unique<EngineImpl>(parts);
  PENSTOCK_TRY(engine->start(make));
  *out = std::move(engine);
  return Status::ok();
}

}  // namespace

Status create_engine(const Engine::Parts& parts, const TransportFactory& make, std::unique_ptr<Engine>* out) {
  std::unique_ptr<Engine> engine;
  PENSTOCK_TRY(prepare_engine(parts, make, &engine));
  PENSTOCK_TRY(engine->fence());
  PENSTOCK_TRY(engine->meet(parts.boot.size()));
  *out = std::move(engine);
  return Status::ok();
}

Status Engine::create(const Parts& parts, std::unique_ptr<Engine>* out) {
  return create_engine(parts, transport::make_transports, out);
}

Status Engine::prepare(const Parts& parts, std::unique_ptr<Engine>* out) {
  return prepare_engine(parts, transport::make_transports, out);
}

EngineImpl::EngineImpl(const Parts& parts)
    : parts_(parts),
      rank_(parts.boot.rank()),
      size_(parts.boot.size()),
      peers_({parts.config, parts.log, parts.boot, parts.accel}),
      failures_(parts.log),
      outbox_(peers_, failures_),
      p2p_(protocol_parts()),
      rma_({protocol_parts(), size_, p2p_, protocols_}),
      dispatcher_(protocol_parts(), p2p_, protocols_),
      waiter_(parts.config, lock()),
      helping_(lock(), *this, parts.config, parts.log) {}

ProtocolParts EngineImpl::protocol_parts() {
  return {parts_.config, parts_.log, parts_.accel, parts_.counters, events(), peers_, outbox_, failures_, owners_, rank_};
}

Status EngineImpl::start(const TransportFactory& make) {
  PENSTOCK_TRY(peers_.publish(make));
  for (const auto& transport : peers_.transports()) {
    if ((transport->capabilities().flags & transport::kCanSend) != 0) receiving_.push_back(transport.get());
  }
  waiter_.listen(receiving_, false);
  return Status::ok();
}

Status EngineImpl::meet(int most_on_a_host) {
  if (size_ > 1) {
    // A rank that nobody can reach is told at start-up, not in the middle of a message.
    transport::Transport* lane = nullptr;
    PENSTOCK_TRY(peers_.lane((rank_ + 1) % size_, &lane));
  }
  int cpus = 0;
  PENSTOCK_TRY(peers_.job_cpus(&cpus));
  const bool crowded = most_on_a_host > cpus;
  helping_.met(cpus >= 2 * most_on_a_host);
  for (transport::Transport* transport : receiving_) transport->met(crowded);
  waiter_.listen(receiving_, crowded);
  p2p_.host_copies().met(most_on_a_host > kMostOnCpu * cpus);
  return Status::ok();
}

Status EngineImpl::check_rank(int peer) const {
  if (peer >= 0 && peer < size_) return Status::ok();
  return Status::error(Code::kRank, "there is no rank {} in a job of {}", peer, size_);
}

Status EngineImpl::send(const Buffer& buffer, int peer, int tag, Context context, SendMode mode, Operation** out) {
  PENSTOCK_TRY(check_rank(peer));
  if (++sends_ % kSendsPerLook == 0) look_in();
  Status started = p2p_.send(buffer, peer, tag, context, mode, out);
  look_after(peer == rank_);
  return started;
}

bool EngineImpl::send_now(const Buffer& buffer, int peer, int tag, Context context) {
  if (!p2p_.send_now(buffer, peer, tag, context)) return false;
  if (++sends_ % kSendsPerLook == 0) look_in();
  look_after(peer == rank_);
  return true;
}

Status EngineImpl::recv(const Buffer& buffer, int peer, int tag, Context context, Operation** out) {
  if (peer != kAnySource) PENSTOCK_TRY(check_rank(peer));
  Status started = p2p_.recv(buffer, peer, tag, context, out);
  look_after(false);
  return started;
}

// What is under way has its rounds in the waits of other receives, and this one would spare them. Where it returns false it may
// have ended receives for which other threads sleep: recv() looks after those.
bool EngineImpl::recv_now(const Buffer& buffer, int peer, int tag, Context context, Result* out) {
  if (!progressors_.empty() || !p2p_.idle()) return false;
  if (!p2p_.recv_now(buffer, peer, tag, context, out)) return false;
  if (++receives_ % kReceivesPerLook == 0) look_in();
  look_after(false);
  return true;
}

Status EngineImpl::mrecv(Unexpected* message, const Buffer& buffer, Operation** out) {
  Status started = p2p_.mrecv(message, buffer, out);
  look_after(false);
  return started;
}

Status EngineImpl::promise(int peer, int tag, Context context, std::uint64_t bytes, const PromisedPlace& place, Context* data) {
  PENSTOCK_TRY(check_rank(peer));
  Status told = p2p_.promise(peer, tag, context, bytes, place, data);
  look_after(peer == rank_);
  return told;
}

Status EngineImpl::expect(int peer, int tag, Context context, Operation** out) {
  if (peer != kAnySource) PENSTOCK_TRY(check_rank(peer));
  Status started = p2p_.expect(peer, tag, context, out);
  look_after(false);
  return started;
}

bool EngineImpl::cancel_recv(Operation* operation) {
  const bool cancelled = p2p_.cancel_recv(operation);
  look_after(false);
  return cancelled;
}

void EngineImpl::cancel_send(Operation* operation) {
  p2p_.cancel_send(operation);
  look_after(false);
}

Status EngineImpl::copy(const Buffer& destination, const Buffer& source, Operation** out) {
  Status started = p2p_.copy(destination, source, out);
  look_after(false);
  return started;
}

Status EngineImpl::ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Route* out) {
  PENSTOCK_TRY(check_rank(peer));
  return p2p_.ask(role, mine, peer, theirs, out);
}

// The peer arms its bell, then looks at the word; the fence makes one of the two see the other.
void EngineImpl::ring(int peer) {
  if (peer == rank_) return look_after(true);
  transport::ShmBuffers* const shared = shm_buffers();
  bool near = false;
  if (shared == nullptr || !shared->reaches(peer, &near).is_ok() || !near) return;
  std::atomic<std::uint32_t>* const bell = shared->doorbell(peer);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (bell != nullptr) transport::Doorbell::ring(bell);
}

// A dissemination barrier by messages: every rank keeps serving its peers until all have nothing left to move, which a
// rank that only stood in boot's fence could not. Those that live meet all the same where others are lost, and tell each other:
// a message has a byte then.
Status EngineImpl::meet_all() {
  for (int distance = 1, round = 0; distance < size_; distance *= 2, ++round) {
    Status met = take_leave((rank_ + distance) % size_, (rank_ - distance + size_) % size_, round);
    if (!met.is_ok() && met.code() != Code::kPeerLost) return met;
    incomplete_ |= !met.is_ok();
  }
  return Status::ok();
}

Status EngineImpl::take_leave(int to, int from, int round) {
  std::byte said{};
  std::byte heard{};
  const Layout byte = Layout::bytes(1);
  incomplete_ |= peers_.loss_of(kAnySource) != nullptr;
  Operation* sent = nullptr;
  Operation* received = nullptr;
  Status sending = p2p_.send({&said, incomplete_ ? 1U : 0U, &byte}, to, round, kFarewell, SendMode::kStandard, &sent);
  PENSTOCK_TRY(p2p_.recv({&heard, 1, &byte}, from, round, kFarewell, &received));
  if (sent != nullptr) wait(*sent);
  wait(*received);
  incomplete_ |= received->status().is_ok() && received->result().bytes != 0;
  Status status = received->status().clone();
  received->release();
  if (status.is_ok()) status = sent != nullptr ? sent->status().clone() : std::move(sending);
  if (sent != nullptr) sent->release();
  return status;
}

// CUDA wants memory unmapped by others before its owner frees it: the fence of shut_down() lies between the two.
void EngineImpl::unmap_peers() {
  for (const auto& transport : peers_.transports()) {
    if (transport::BounceBuffers* bounce = transport->bounce_buffers(); bounce != nullptr) bounce->let_go();
  }
  if (Status closed = parts_.accel.imports().close_imports(); !closed.is_ok()) {
    parts_.log.warn("closing mappings of other ranks' GPU memory: {}", closed.message());
  }
}

Status EngineImpl::synchronize() {
  wait_until([this] { return idle(); });
  PENSTOCK_TRY(meet_all());
  wait_until([this] { return settled(); });
  return stand_in_fence();
}

// What peers sent to this rank and it did not wait for still has to leave them. Who is lost stands in no fence.
Status EngineImpl::stand_in_fence() {
  if (incomplete_) return Status::ok();
  const bool serves = std::ranges::any_of(
      receiving_, [](const transport::Transport* each) { return (each->capabilities().flags & transport::kServesPeers) != 0; });
  if (!serves || !peers_.begin_fence(waiter_.bell()).is_ok()) return parts_.boot.fence();
  wait_until([this] { return peers_.fence_is_over(); });
  return peers_.end_fence();
}

// Nothing is in this process any more that a peer waits for: it may be closed without a word to them.
bool EngineImpl::settled() {
  return idle() && std::ranges::all_of(receiving_, [](transport::Transport* each) { return each->drained(); });
}

Status EngineImpl::leave() {
  p2p_.exports().part();
  wait_until([this] { return settled(); });
  return Status::ok();
}

Status EngineImpl::shut_down() {
  PENSTOCK_TRY(leave());
  PENSTOCK_TRY(meet_all());
  wait_until([this] { return settled(); });
  unmap_peers();
  dispatcher_.all_parted();
  return stand_in_fence();
}

}  // namespace penstock::proto
