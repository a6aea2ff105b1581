// What the engine expects of a protocol: a set of kinds of messages (wire.hpp) and what this rank does when they come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "base/status.hpp"
#include "proto/wire/wire.hpp"

namespace penstock::proto {

// Takes the messages of some kinds.
class Arrivals {
 public:
  virtual ~Arrivals() = default;
  // A message of one of these kinds, from inside Transport::progress(). As Sink::deliver: copy first, then check.
  virtual void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) = 0;
};

// Whose messages are whose.
class Owners {
 public:
  // For the constructor of a protocol: messages of these kinds are its own from now on.
  void own(std::initializer_list<wire::Kind> kinds, Arrivals* arrivals) noexcept {
    for (const wire::Kind kind : kinds) of_[static_cast<std::size_t>(kind)] = arrivals;
  }
  // Null: nobody's.
  [[nodiscard]] Arrivals* of(wire::Kind kind) const noexcept {
    const auto number = static_cast<std::size_t>(kind);
    return number < of_.size() ? of_[number] : nullptr;
  }

 private:
  std::array<Arrivals*, wire::kKinds> of_{};
};

// All is called with the engine's lock held.
class Protocol : public Arrivals {
 public:
  // One bounded round; true if something moved.
  virtual bool progress() = 0;
  // The peer is gone for good.
  virtual void lost(int peer, const Status& why) = 0;
  // Nothing is queued, moving or waiting for a peer.
  [[nodiscard]] virtual bool idle() const noexcept = 0;
  // Something moves only when progress() is called, with no doorbell to say when.
  [[nodiscard]] virtual bool needs_polling() const noexcept = 0;
};

// Who hears what becomes of a message that had to wait for a full transport.
class SendListener {
 public:
  virtual ~SendListener() = default;
  // A queued message left, or failed. `cookie` is the sender's own, not 0; of one with cookie 0 the engine hears the failure.
  virtual void sent(std::uint64_t cookie, Status&& status) = 0;
};

}  // namespace penstock::proto
