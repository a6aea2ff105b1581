// Messages that are promised (engine/early_matching.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.hpp"
#include "proto/common/operation.hpp"

namespace penstock::proto {

// Their contexts are numbered by their sender, and end as nobody else's do.
inline constexpr Context kPromised = 14;
inline constexpr unsigned kPromisedBits = 4;

// Memory of the receiver's in which the message will lie, wherever the two have agreed on; number 0: nowhere.
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

// What receivers say of promises that named a place. With the engine's lock held.
class PromiseListener {
 public:
  // The message is taken from its place: it must not be sent.
  virtual void promise_taken(int peer, Context data) = 0;
  // The receiver needs the place no more. If it has not taken the message, it waits for that to be sent.
  virtual void promise_place_free(int peer, Context data) = 0;
  // Appends the peers that have not said yet how they take a message; one may be told twice.
  virtual void list_awaited(std::vector<int>* out) const = 0;
  // The peer will say no more.
  virtual void promises_lost(int peer, const Status& why) = 0;

 protected:
  ~PromiseListener() = default;
};

}  // namespace penstock::proto
