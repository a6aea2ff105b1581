// Ranks that are gone, or out of reach for good: what was under way with them ends with an error.
#include <algorithm>

#include "proto/p2p/p2p.hpp"

namespace penstock::proto {

void P2p::lost(int peer, const Status& why) {
  std::vector<Transfer*> with_peer;
  ids_.for_each([&](Transfer* transfer) {
    if (transfer->peer == peer) with_peer.push_back(transfer);
  });
  for (Transfer* transfer : with_peer) fail(transfer, why.clone(), false);
  for (Posted* posted : matcher_.posted_for(peer)) {
    auto* message = static_cast<Message*>(posted);
    matcher_.withdraw(*message);
    message->posted = false;
    message->finish(why.clone());
  }
}

}  // namespace penstock::proto
