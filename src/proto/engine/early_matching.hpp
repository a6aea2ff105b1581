// Messages that are matched before their memory may be used, on either side: what an engine offers beside its verbs. With the
// engine's lock held.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "proto/common/promised.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::proto {

class EarlyMatching {
 public:
  // Takes the place of a message of `bytes`, to be sent later, among those to the peer: it is matched now. The message itself
  // is sent with `*data` for its context, once, and with the same tag. Where a place is named, its bytes come there in any
  // case, some time, and the message is sent only when the listener hears that the place is free without having heard that the
  // message is taken from there. Until then the place is in use.
  virtual Status promise(int peer, int tag, Context context, std::uint64_t bytes, const PromisedPlace& place,
                         Context* data) = 0;
  // Of all promises; outlives them. Null: nobody.
  virtual void listen(PromiseListener* listener) noexcept = 0;
  // A receive that is matched in its turn, and whose memory is named later: once it is done and has not failed, Engine::mrecv()
  // takes expected(). Every one must be waited for.
  virtual Status expect(int peer, int tag, Context context, Operation** out) = 0;
  [[nodiscard]] virtual Unexpected* expected(const Operation& operation) const noexcept = 0;
  // Whether that is a promise with a place. It can then be taken from there in place of Engine::mrecv(), and its sender hears
  // so; free_place() follows.
  [[nodiscard]] virtual bool find_place(const Operation& operation, PromisedMessage* out) noexcept = 0;
  virtual Status take_from_place(const Operation& operation) = 0;
  virtual Status free_place(const PromisedMessage& message) = 0;
  // Engine::begin_helping() wherever it is, and whatever the tunable says: what begins from now on cannot do without. Within a
  // call of the program.
  virtual Status help() = 0;

 protected:
  ~EarlyMatching() = default;
};

// Null for an engine that moves no messages.
[[nodiscard]] inline EarlyMatching* early_matching_of(Engine& engine) noexcept {
  return dynamic_cast<EarlyMatching*>(&engine);
}

}  // namespace penstock::proto
