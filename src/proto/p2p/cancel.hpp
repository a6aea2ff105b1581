// Sends that are cancelled: their receiver gives the message back, unless a receive or a probe has taken it.
#pragma once

#include "proto/p2p/core.hpp"
#include "proto/p2p/eager.hpp"

namespace penstock::proto {

// Used by one thread at a time.
class Cancellation final : public Arrivals {
 public:
  Cancellation(Core& core, Eager& eager);

  // Asks for a send back that waits for the receiver's word. It ends with Result::cancelled when the receiver has given it
  // back, else as any send. Others are over soon, and go on.
  void ask(Message* message);
  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;

 private:
  void asked(int peer, std::span<const std::byte> header);
  void given_back(int peer, std::span<const std::byte> header);

  Core& core_;
  Eager& eager_;
};

}  // namespace penstock::proto
