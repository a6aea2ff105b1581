// Promised messages (contract/early_matching.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.hpp"
#include "proto/common/operation.hpp"

namespace penstock::proto {

// The sender numbers the contexts of promised messages; they end with a value that no other context has.
inline constexpr Context kPromised = 14;
inline constexpr unsigned kPromisedBits = 4;

// The receiver's memory for the message, as the two ranks have agreed; number 0: there is none.
struct PromisedPlace {
  std::uint32_t box = 0;
  std::uint32_t number = 0;
};

struct PromisedMessage {
  int source = 0;
  int tag = 0;
  Context data = 0;
  std::uint64_t bytes = 0;
  PromisedPlace place;
};

// Notifications by receivers of promises that named a place. Called with the engine's lock held.
class PromiseListener {
 public:
  // The receiver takes the message from its place: it must not be sent.
  virtual void promise_taken(int peer, Context data) = 0;
  // The receiver no longer needs the place. If it has not taken the message, it waits for the message to be sent.
  virtual void promise_place_free(int peer, Context data) = 0;
  // Appends the peers that have not told yet how they receive a message; a peer may be appended twice.
  virtual void list_awaited(std::vector<int>* out) const = 0;
  // Called when the peer is lost and will send no more notifications.
  virtual void promises_lost(int peer, const Status& why) = 0;

 protected:
  ~PromiseListener() = default;
};

}  // namespace penstock::proto
