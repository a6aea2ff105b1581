#include "transport/shm/liveness.hpp"

#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/fd.hpp"

namespace penstock::transport::shm {
namespace {

constexpr std::uint64_t kEveryNs = 250'000'000;
constexpr std::uint8_t kLooksAtGone = 2;

// This check serves peers whose memory may be read: the nonce is there, and another process that has the pid by now has another
// nonce. A process that has ended has no memory, even if its parent has not yet collected its exit code.
bool has_nonce(const Peer& peer, const VmCalls& calls) {
  std::uint64_t seen = 0;
  const iovec near{&seen, sizeof seen};
  const iovec far{reinterpret_cast<void*>(peer.address.probe_address), sizeof seen};
  const auto pid = static_cast<pid_t>(peer.address.process.pid);
  if (calls.read(pid, &near, 1, &far, 1, 0) == sizeof seen) return seen == peer.address.nonce;
  return errno != ESRCH && errno != EFAULT;
}

// A process whose parent has not collected its exit code still has its pid.
bool runs(const Peer& peer) {
  const auto pid = static_cast<pid_t>(peer.address.process.pid);
  const base::Fd process(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!process.valid()) return errno != ESRCH && (kill(pid, 0) == 0 || errno != ESRCH);
  pollfd ended{process.get(), POLLIN, 0};
  return poll(&ended, 1, 0) <= 0;
}

// The owner clears its room when it exits.
bool has_left(const Peer& peer) {
  const SegmentHeader& header = peer.segment.header();
  return header.left.load(std::memory_order_acquire) != 0 || header.nonce != peer.address.nonce;
}

}  // namespace

// An owner reports its exit before its memory goes.
Fate fate_of(const Peer& peer, const VmCalls& calls) {
  const bool lives = peer.access == Access::kGranted ? has_nonce(peer, calls) : runs(peer);
  if (has_left(peer)) return Fate::kLeft;
  return lives ? Fate::kLives : Fate::kGone;
}

Status lost(int rank, const Peer& peer) {
  return Status::error(Code::kPeerLost, "rank {} is lost: its process ({}) ended before it had called MPI_Finalize", rank,
                       peer.address.process.pid);
}

bool PeerWatch::is_time() {
  rounds_ = 0;
  const std::uint64_t now = base::now_ns();
  if (now < next_ns_) return false;
  next_ns_ = now + kEveryNs;
  return true;
}

// Between the two checks, a launcher that ends the job after a loss has done so, and the messages of the rank have been
// received.
void PeerWatch::look_at(int rank, Peer& peer, const VmCalls& calls, Sink& sink) {
  if (peer.fate == Fate::kGone) {
    if (++peer.looks < kLooksAtGone) return;
    peer.fate = Fate::kLost;
    peer.connected = false;
    return sink.lost(rank, lost(rank, peer));
  }
  if (peer.fate == Fate::kLives) peer.fate = fate_of(peer, calls);
}

}  // namespace penstock::transport::shm
