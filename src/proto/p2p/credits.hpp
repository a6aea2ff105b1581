// Flow control of small messages that come before their receives: how much a receiver keeps of one sender is bounded.
//
// A receiver that keeps more than the limit of a peer tells it to hold; below half of it, to resume. A sender that was told
// to hold still sends small messages at once, but each operation then ends when its message is matched, or the peer resumes;
// when several are outstanding, the bytes of all but the smallest stay with the sender too (a rendezvous). So MPI_Send waits
// while the receiver is far behind, and messages on their way that nobody had posted a receive for cost nothing else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "proto/common/peer_table.hpp"

namespace penstock::proto {

// Sixteen bytes a peer. Not thread-safe.
class Credits {
 public:
  explicit Credits(std::uint64_t limit) noexcept : limit_(limit) {}

  // As a receiver: so many bytes of memory are kept for an unexpected message of the peer, or given back. True: the peer has
  // to be told now, to hold or to resume.
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

  // Of all peers.
  [[nodiscard]] std::uint64_t kept() const noexcept {
    std::uint64_t bytes = 0;
    peers_.for_each([&bytes](const Peer& peer) { bytes += peer.kept; });
    return bytes;
  }

  // As a sender: what the peer said last.
  [[nodiscard]] bool held(int peer) const noexcept { return holding_ != 0 && peers_.at(peer).held; }
  void hear(int peer, bool hold) {
    bool& held = peers_.get(peer).held;
    if (held != hold) holding_ = hold ? holding_ + 1 : holding_ - 1;
    held = hold;
  }
  // Messages sent at once while held, whose operations are not over.
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
