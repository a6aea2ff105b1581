// PeerWatch checks that the processes of peers still exist. The launcher may keep the other ranks running when a rank dies, and
// a death does not change shared memory.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "transport/shm/cma.hpp"
#include "transport/shm/peer.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::shm {

// Returns the failure of operations that involve a lost rank.
[[nodiscard]] Status lost(int rank, const Peer& peer);

// Returns kLives or kGone, or kLeft if the peer had ended its use of shared memory before. The peer must be connected, in this
// process's PID namespace, and another process. The call makes three system calls at most, which do not block.
[[nodiscard]] Fate fate_of(const Peer& peer, const VmCalls& calls);

// A rank that waits checks its peers a few times per second.
class PeerWatch {
 public:
  // Called in a round without a message; returns true when it is time to check all peers.
  [[nodiscard]] bool is_due() { return ++rounds_ >= kRounds && is_time(); }
  // Counts as many rounds, since a rank that sleeps makes few.
  void falls_asleep() noexcept { rounds_ = kRounds; }
  // Checks a peer as fate_of() does. If it is lost, the sink is told after all of its messages have been received.
  void look_at(int rank, Peer& peer, const VmCalls& calls, Sink& sink);

 private:
  static constexpr unsigned kRounds = 1024;  // rounds before the clock is read
  [[nodiscard]] bool is_time();

  unsigned rounds_ = 0;
  std::uint64_t next_ns_ = 0;
};

}  // namespace penstock::transport::shm
