#include "proto/engine/job_membership.hpp"

#include <utility>

namespace penstock::proto {
namespace {

// The messages of synchronize_living() use this context, which no communicator has.
constexpr Context kFarewell = ~Context{0};

// With two ranks on a CPU, copying large messages twice was faster by a factor of 1.3 to 3; with eight ranks on a CPU it was
// equally fast or slower.
constexpr int kMostOnCpu = 4;

}  // namespace

Status JobMembership::meet(int most_on_a_host) {
  Peers& peers = parts_.engine.peers;
  if (size_ > 1) {
    // If the next rank cannot be reached, start-up fails, and not a message later.
    transport::Transport* lane = nullptr;
    PENSTOCK_TRY(peers.lane((rank_ + 1) % size_, &lane));
  }
  int cpus = 0;
  PENSTOCK_TRY(peers.job_cpus(&cpus));
  oversubscribed_ = most_on_a_host > cpus;
  parts_.thread.met(cpus >= 2 * most_on_a_host);
  parts_.progress.met(oversubscribed_);
  parts_.p2p.host_copies().met(most_on_a_host > kMostOnCpu * cpus);
  return Status::ok();
}

bool JobMembership::is_there(int peer) {
  transport::Transport* lane = nullptr;
  return !parts_.engine.peers.lane(peer, &lane).is_ok() || lane->is_there(peer);
}

// This is a dissemination barrier over messages. Unlike a rank that blocks in the fence of boot, each rank makes progress for
// its peers until all ranks have completed their transfers. If ranks are lost, the others still synchronize, and inform each
// other of the loss: their messages then have one byte instead of none.
Status JobMembership::synchronize_living() {
  for (int distance = 1, round = 0; distance < size_; distance *= 2, ++round) {
    Status met = exchange((rank_ + distance) % size_, (rank_ - distance + size_) % size_, round);
    if (!met.is_ok() && met.code() != Code::kPeerLost) return met;
    incomplete_ |= !met.is_ok();
  }
  return Status::ok();
}

Status JobMembership::exchange(int to, int from, int round) {
  std::byte said{};
  std::byte heard{};
  const Layout byte = Layout::bytes(1);
  incomplete_ |= loss_of(kAnySource) != nullptr;
  Operation* sent = nullptr;
  Operation* received = nullptr;
  Messages& messages = parts_.p2p;
  Status sending = messages.send({&said, incomplete_ ? 1U : 0U, &byte}, to, round, kFarewell, SendMode::kStandard, &sent);
  PENSTOCK_TRY(messages.recv({&heard, 1, &byte}, from, round, kFarewell, &received));
  if (sent != nullptr) parts_.progress.wait(*sent);
  parts_.progress.wait(*received);
  incomplete_ |= received->status().is_ok() && received->result().bytes != 0;
  Status status = received->status().clone();
  received->release();
  if (status.is_ok()) status = sent != nullptr ? sent->status().clone() : std::move(sending);
  if (sent != nullptr) sent->release();
  return status;
}

// CUDA requires that peers unmap memory before its owner frees it; the fence in shut_down() separates the two steps.
void JobMembership::unmap_peers() {
  for (const auto& transport : parts_.engine.peers.transports()) {
    if (transport::BounceBuffers* bounce = transport->bounce_buffers(); bounce != nullptr) bounce->let_go();
  }
  if (Status closed = parts_.engine.accel.imports().close_imports(); !closed.is_ok()) {
    parts_.engine.log.warn("closing mappings of other ranks' GPU memory: {}", closed.message());
  }
}

Status JobMembership::synchronize() {
  parts_.progress.wait_until([this] { return parts_.progress.idle(); });
  PENSTOCK_TRY(synchronize_living());
  wait_until_settled();
  return stand_in_fence();
}

// If a transport serves peers, this rank makes progress during the fence: peers may still be sending messages to it for which
// it has not waited. If ranks are lost, there is no fence, because a lost rank would never enter it.
Status JobMembership::stand_in_fence() {
  if (incomplete_) return Status::ok();
  Peers& peers = parts_.engine.peers;
  if (!parts_.progress.serves_peers() || !peers.begin_fence(parts_.progress.bell()).is_ok()) return parts_.boot.fence();
  parts_.progress.wait_until([&peers] { return peers.fence_is_over(); });
  return peers.end_fence();
}

void JobMembership::wait_until_settled() {
  parts_.progress.wait_until([this] { return parts_.progress.settled(); });
}

Status JobMembership::leave() {
  parts_.p2p.exports().part();
  wait_until_settled();
  return Status::ok();
}

Status JobMembership::shut_down() {
  PENSTOCK_TRY(leave());
  PENSTOCK_TRY(synchronize_living());
  wait_until_settled();
  unmap_peers();
  parts_.dispatcher.all_parted();
  return stand_in_fence();
}

}  // namespace penstock::proto
