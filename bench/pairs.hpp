// Messages between the two ranks of a pair, one pair or all of them at the same time. The traffic object moves them; the cases
// (ping_pong, windows_of_...) are the same for all.
#pragma once

#include <memory>

#include "scene.hpp"

namespace bench {

struct Pair {
  explicit Pair(const Team& team) : lower(team.rank < team.size / 2), peer(team.rank + (lower ? 1 : -1) * (team.size / 2)) {}
  bool lower;  // this rank begins
  int peer;
};

class Traffic {
 public:
  Traffic() = default;
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;
  virtual ~Traffic() = default;
  // Sends a message from the lower rank and one back.
  virtual void ping_pong() = 0;
  // Sends `count` messages from the lower rank (or in each direction), answered by a small one. `apart`: each
  // message has an item of the buffers.
  virtual void window(int count, bool both, bool apart) = 0;
};

// Makes the traffic of this program's library.
std::unique_ptr<Traffic> make_traffic(Scene& scene, const Pair& pair);

}  // namespace bench
