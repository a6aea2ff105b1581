// Whether the processes of peers are still there. The launcher may leave the others alone when a rank dies, and nothing in
// shared memory changes by that.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "transport/shm/cma.hpp"
#include "transport/shm/peer.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::shm {

// The failure of whatever a lost rank takes part in.
[[nodiscard]] Status lost(int rank, const Peer& peer);

// kLives or kGone, or kLeft where it had ended its use of shared memory before. The peer is connected, in this process's PID
// namespace, and in another process. Three system calls at most, which wait for nothing.
[[nodiscard]] Fate fate_of(const Peer& peer, const VmCalls& calls);

// One rank's looks at the others: a few times a second, while it waits.
class PeerWatch {
 public:
  // In a round without a message: it is time to look at all of them.
  [[nodiscard]] bool is_due() { return ++rounds_ >= kRounds && is_time(); }
  // A rank that sleeps makes few rounds.
  void falls_asleep() noexcept { rounds_ = kRounds; }
  // A peer as fate_of() takes it. Tells the sink if it is lost, when all has been taken that it had sent.
  void look_at(int rank, Peer& peer, const VmCalls& calls, Sink& sink);

 private:
  static constexpr unsigned kRounds = 1024;  // before a look at the clock
  [[nodiscard]] bool is_time();

  unsigned rounds_ = 0;
  std::uint64_t next_ns_ = 0;
};

}  // namespace penstock::transport::shm
