// Passes each message that a transport delivers to the protocol that owns its kind.
#pragma once

#include <vector>

#include "proto/common/parts.hpp"
#include "proto/p2p/p2p.hpp"
#include "proto/wire/protocol.hpp"

namespace penstock::proto {

// The usual small message, and the two of a large one that is read by its receiver, go to their protocols without a look at the
// registered owners. Bytes that make no sense become a failure (Progress::take_failure), never more.
class Dispatcher final : public transport::Sink {
 public:
  // `others`: protocols beside those of p2p.
  Dispatcher(const ProtocolParts& parts, P2p& p2p, const std::vector<Protocol*>& others)
      : parts_(parts), p2p_(p2p), eager_(p2p.eager()), rendezvous_(p2p.rendezvous()), others_(others) {}

  void deliver(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  void lost(int peer, Status&& why) override;
  void list_expected(std::vector<int>* out) override { p2p_.list_expected(out); }
  // All ranks have parted: a rank that is lost from now on has left.
  void all_parted() noexcept { all_parted_ = true; }

 private:
  ProtocolParts parts_;
  P2p& p2p_;
  Eager& eager_;
  Rendezvous& rendezvous_;
  const std::vector<Protocol*>& others_;
  bool all_parted_ = false;
};

}  // namespace penstock::proto
