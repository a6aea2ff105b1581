// Sends that are cancelled: no receive or matched probe takes the message any more, unless one has taken it already. On one
// host that is decided by a word in shared memory (transport::Transport::revoke), and the send is over at once. Elsewhere the
// receiver gives the message back.
#pragma once

#include "proto/p2p/core.hpp"
#include "proto/p2p/eager.hpp"

namespace penstock::proto {

// Used by one thread at a time.
class Cancellation final : public Arrivals {
 public:
  Cancellation(Core& core, Eager& eager);

  // Takes a send back that waits for the receiver's word, at once or by asking. It ends with Result::cancelled, or, where the
  // receiver has taken it, as any send. A copy that waits for room in the transport goes on without its send, which is over.
  void ask(Message* message);
  // Forgets a message that its sender has taken back; it is in no list.
  void drop(Arrived* message);
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;

 private:
  void asked(int peer, std::span<const std::byte> header);
  void given_back(int peer, std::span<const std::byte> header);

  Core& core_;
  Eager& eager_;
};

}  // namespace penstock::proto
