// Peer is the state of one peer of the host, made when it is first needed.
#pragma once

#include <cstdint>

#include "transport/shm/inbox.hpp"
#include "transport/shm/ring.hpp"
#include "transport/shm/segment.hpp"

namespace penstock::transport::shm {

// Access says if process_vm_readv works for this peer.
enum class Access : std::uint8_t { kUnknown, kGranted, kRefused };

// Fate is the state of the peer's process. kGone: its loss has not been reported yet.
enum class Fate : std::uint8_t { kLives, kGone, kLost, kLeft };

struct Peer {
  SegmentAddress address;
  bool read = false;       // address is valid
  bool reachable = false;  // on this machine, and its segment can be found
  bool near = false;       // reachable and on this host, so memory may be shared; a machine may simulate several hosts
  bool same_process = false;
  Access access = Access::kUnknown;
  Fate fate = Fate::kLives;
  std::uint8_t looks = 0;  // checks since it was found gone
  bool connected = false;  // connected and not lost
  Segment segment;         // valid once it was connected
  // Messages go through the ring if one was free, else through the inbox.
  RingWriter ring;
  InboxWriter inbox;
  Publish how = Publish::kOrdered;
};

}  // namespace penstock::transport::shm
