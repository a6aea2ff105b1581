// Flow control of unexpected eager messages: a bound on the memory that a receiver keeps for one sender.
//
// A receiver that keeps more than the limit for a peer tells it to hold, and below half of the limit to resume. A sender on
// hold still sends small messages immediately, but each operation then completes only when its message is matched, or the peer
// resumes; when several are outstanding, the data of all but the smallest stay with the sender too (a rendezvous). So MPI_Send
// waits while the receiver is far behind, and unexpected messages have no other cost.
#pragma once

#include <cstddef>
#include <cstdint>

#include "proto/common/peer_table.hpp"

namespace penstock::proto {

// Needs sixteen bytes for each peer. Not thread-safe.
class Credits {
 public:
  explicit Credits(std::uint64_t limit) noexcept : limit_(limit) {}

  // For a receiver: adds or subtracts bytes kept for an unexpected message of the peer. Returns true where the peer must be
  // told now to hold or to resume.
  [[nodiscard]] bool keep(int peer, std::uint64_t bytes) {
    Peer& from = peers_.get(peer);
    from.kept += bytes;
    if (from.kept <= limit_ || from.told) return false;
    from.told = true;
    return true;
  }
  [[nodiscard]] bool give_back(int peer, std::uint64_t bytes) {
    Peer& from = peers_.get(peer);
    from.kept -= bytes;
    if (!from.told || from.kept >= limit_ / 2) return false;
    from.told = false;
    return true;
  }

  // Returns the bytes kept for all peers.
  [[nodiscard]] std::uint64_t kept() const noexcept {
    std::uint64_t bytes = 0;
    peers_.for_each([&bytes](const Peer& peer) { bytes += peer.kept; });
    return bytes;
  }

  // For a sender: tells if the peer last asked to hold; hear() records its request.
  [[nodiscard]] bool held(int peer) const noexcept { return holding_ != 0 && peers_.at(peer).held; }
  void hear(int peer, bool hold) {
    bool& held = peers_.get(peer).held;
    if (held != hold) holding_ = hold ? holding_ + 1 : holding_ - 1;
    held = hold;
  }
  // Tells if the data may go with the message on hold: few operations that were sent on hold are incomplete, or the data are
  // small. sent() and over() count those operations.
  [[nodiscard]] bool may_send_bytes(int peer, std::uint64_t bytes) const noexcept {
    return bytes <= kSmall || peers_.at(peer).waiting < kWaiting;
  }
  void sent(int peer) { ++peers_.get(peer).waiting; }
  void over(int peer) { --peers_.get(peer).waiting; }

 private:
  static constexpr std::uint64_t kSmall = 256;
  static constexpr std::uint32_t kWaiting = 16;

  struct Peer {
    std::uint64_t kept = 0;
    std::uint32_t waiting = 0;
    bool told = false;
    bool held = false;
  };

  std::uint64_t limit_;
  PeerTable<Peer> peers_;
  std::size_t holding_ = 0;  // peers that asked to hold
};

}  // namespace penstock::proto
