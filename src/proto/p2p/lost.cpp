// Ranks that are gone, or out of reach for good: what was under way with them ends with an error.
#include <algorithm>

#include "proto/p2p/p2p.hpp"

namespace penstock::proto {

void P2p::lost(int peer, Status&& why) {
  if (peer < 0 || peer >= parts_.size || loss_of(peer) != nullptr) return;
  if (!all_parted_) parts_.log.error("{}", why.message());
  losses_.emplace(peer, why.clone());
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

const Status* P2p::loss_of(int peer) const noexcept {
  if (losses_.empty()) return nullptr;
  const auto found = peer == kAnySource ? losses_.begin() : losses_.find(peer);
  return found != losses_.end() ? &found->second : nullptr;
}

}  // namespace penstock::proto
