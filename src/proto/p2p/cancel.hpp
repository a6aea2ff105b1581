// Cancelled sends: no receive or matched probe can match the message any more, unless one has matched it already. On one host a
// word in shared memory decides which came first (transport::Transport::revoke), and the send completes immediately. Elsewhere
// the receiver removes the message and tells the sender.
#pragma once

#include "proto/p2p/core.hpp"
#include "proto/p2p/eager.hpp"

namespace penstock::proto {

// The class is used by one thread at a time.
class Cancellation final : public Arrivals {
 public:
  Cancellation(Core& core, Eager& eager);

  // Cancels a send that waits for the receiver's answer, immediately or by a request to the receiver. The send completes
  // with Result::cancelled or, if the receiver has matched it, as any send. A message that is still queued for the
  // transport is sent even after its send has completed.
  void ask(Message* message);
  // Frees a message that its sender has cancelled and that is in no list.
  void drop(Arrived* message);
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;

 private:
  void asked(int peer, std::span<const std::byte> header);
  void given_back(int peer, std::span<const std::byte> header);

  Core& core_;
  Eager& eager_;
};

}  // namespace penstock::proto
