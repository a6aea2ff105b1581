// How a rank waits: it looks for a while, then sleeps until a message rings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/config.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

// What could end the wait besides a message.
struct WaitHints {
  bool polls = false;                 // something moves only when looked at: sleep in short pieces
  std::uint64_t device_expected = 0;  // device work should be over then (0: none outstanding)
};

// One wait of one thread.
struct Spell {
  std::uint64_t since = 0;  // the last time something moved; 0: not looked at the clock yet
  unsigned rounds = 0;      // without anything moving
  bool slept = false;       // it has looked long enough
};

class Waiter {
 public:
  // `job_ranks` on this host; more than the CPUs this process may use means that looking takes time from the others.
  Waiter(const Config& config, int job_ranks);

  // The transports that messages come through, and the one whose doorbell other ranks ring (null: no other rank).
  void listen(std::vector<transport::Transport*> transports, transport::Transport* doorbell);

  // Something moved: looking is worth while again.
  static void moved(Spell* spell) noexcept { *spell = {}; }
  // Nothing moved in a round: returns at once, or after a sleep that a message ends.
  void nothing_moved(Spell* spell, const WaitHints& hints);

 private:
  void sleep(std::uint64_t nanoseconds);

  std::uint64_t spin_ns_;
  bool crowded_;
  std::vector<transport::Transport*> transports_;
  transport::Transport* doorbell_ = nullptr;
};

}  // namespace penstock::proto
