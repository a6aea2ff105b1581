// What a rank knows of one peer of its host, made when it is first needed.
#pragma once

#include <cstdint>

#include "transport/shm/inbox.hpp"
#include "transport/shm/ring.hpp"
#include "transport/shm/segment.hpp"

namespace penstock::transport::shm {

// Whether process_vm_readv works towards this peer.
enum class Access : std::uint8_t { kUnknown, kGranted, kRefused };

// What has become of its process. kGone: nobody has been told yet.
enum class Fate : std::uint8_t { kLives, kGone, kLost, kLeft };

struct Peer {
  SegmentAddress address;
  bool read = false;       // address is valid
  bool reachable = false;  // same machine, and its segment can be found
  bool near = false;  // reachable and of this host, so that memory may be shared; a simulated host ends sooner than the machine
  bool same_process = false;
  Access access = Access::kUnknown;
  Fate fate = Fate::kLives;
  std::uint8_t looks = 0;  // since it was found gone
  bool connected = false;  // and not lost
  Segment segment;         // valid since it was connected
  // Where messages go: through the ring if one was free, else the inbox.
  RingWriter ring;
  InboxWriter inbox;
  Publish how = Publish::kOrdered;
};

}  // namespace penstock::transport::shm
