// The contract for messages that are matched before their memory may be used, on either side, as messages on streams are.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "proto/common/operation.hpp"
#include "proto/common/promised.hpp"

namespace penstock::proto {

struct Unexpected;  // match/matcher.hpp

// All of it is called with the engine's lock held.
class EarlyMatching {
 public:
  // Takes the place of a message of `bytes`, to be sent later, among the messages to the peer: it is matched now. The message
  // itself is sent with `*data` for its context, once, and with the same tag. Where a place is named, its bytes come there in
  // any case, some time, and the message is sent only when the listener hears that the place is free without having heard that
  // the message is received from there. Until then the place is in use.
  virtual Status promise(int peer, int tag, Context context, std::uint64_t bytes, const PromisedPlace& place,
                         Context* data) = 0;
  // Sets the listener of all promises, which outlives them. Null: nobody listens.
  virtual void listen(PromiseListener* listener) noexcept = 0;
  // Begins a receive that is matched in its turn, and whose memory is named later: once it is done and has not failed,
  // Messages::mrecv() takes expected(). Every such receive must be waited for.
  virtual Status expect(int peer, int tag, Context context, Operation** out) = 0;
  [[nodiscard]] virtual Unexpected* expected(const Operation& operation) const noexcept = 0;
  // Tells if that is a promise with a place. It can then be received from there in place of Messages::mrecv(), and its sender
  // hears so; free_place() follows.
  [[nodiscard]] virtual bool find_place(const Operation& operation, PromisedMessage* out) noexcept = 0;
  virtual Status take_from_place(const Operation& operation) = 0;
  virtual Status free_place(const PromisedMessage& message) = 0;

 protected:
  ~EarlyMatching() = default;
};

}  // namespace penstock::proto
