// The interface of a protocol to the engine: a set of message kinds (wire.hpp) and the handling of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "base/status.hpp"
#include "proto/wire/wire.hpp"

namespace penstock::proto {

// Handles the messages of some kinds.
class Arrivals {
 public:
  virtual ~Arrivals() = default;
  // Called for a message of one of these kinds, from inside Transport::progress(). As with Sink::deliver, it must copy first
  // and then check.
  virtual void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) = 0;
};

// The map from message kinds to the protocols that handle them.
class Owners {
 public:
  // Called by the constructor of a protocol, which handles messages of these kinds from now on.
  void own(std::initializer_list<wire::Kind> kinds, Arrivals* arrivals) noexcept {
    for (const wire::Kind kind : kinds) of_[static_cast<std::size_t>(kind)] = arrivals;
  }
  // Returns null for a kind without a handler.
  [[nodiscard]] Arrivals* of(wire::Kind kind) const noexcept {
    const auto number = static_cast<std::size_t>(kind);
    return number < of_.size() ? of_[number] : nullptr;
  }

 private:
  std::array<Arrivals*, wire::kKinds> of_{};
};

// All functions are called with the engine's lock held.
class Protocol : public Arrivals {
 public:
  // Runs one bounded round; returns true if something moved.
  virtual bool progress() = 0;
  // Called when the peer has failed for good.
  virtual void lost(int peer, const Status& why) = 0;
  // Tells if nothing is queued, moving or waiting for a peer.
  [[nodiscard]] virtual bool idle() const noexcept = 0;
  // Tells if something moves only when progress() is called, and no doorbell announces it.
  [[nodiscard]] virtual bool needs_polling() const noexcept = 0;
};

// The listener for messages that had to wait for a full transport.
class SendListener {
 public:
  virtual ~SendListener() = default;
  // Called when a queued message has left, or failed. `cookie` is the sender's own, not 0; failures of
  // messages with cookie 0 go to the engine.
  virtual void sent(std::uint64_t cookie, Status&& status) = 0;
};

}  // namespace penstock::proto
