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
  // is sent with `*data` for its context, once, and with the same tag.
  virtual Status promise(int peer, int tag, Context context, std::uint64_t bytes, Context* data) = 0;
  // A receive that is matched in its turn, and whose memory is named later: once it is done and has not failed, Engine::mrecv()
  // takes expected(). Every one must be waited for.
  virtual Status expect(int peer, int tag, Context context, Operation** out) = 0;
  [[nodiscard]] virtual Unexpected* expected(const Operation& operation) const noexcept = 0;
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
