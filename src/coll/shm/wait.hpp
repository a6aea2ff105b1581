// Waits for the words that members write in their shared buffers.
#pragma once

#include "base/relax.hpp"
#include "coll/shm/buffer.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Tells if the value arrives within this number of polls, which take some microseconds.
template <typename There>
[[nodiscard]] bool look_for(const There& there, int looks) {
  constexpr int kLooksWithoutPause = 20;
  for (int i = 0; i < looks; ++i) {
    if (there()) return true;
    if (i >= kLooksWithoutPause) base::relax();
  }
  return false;
}

// Waits, with progress, until the watched word has its value, or the buffer breaks. A rank that only polls sees the value
// sooner; but if threads share the engine, others come first. If ranks share CPUs they come first too, unless the writer of the
// words runs on another CPU, one operation after another: to yield after each would cost more than to wait for the next.
inline void wait_for_watch(ShmBuffer& shm, proto::Engine& engine, transport::ShmBuffers::Watch* watch) {
  constexpr int kLooks = 200;
  constexpr int kLooksInCrowds = 60;
  const auto there = [watch] { return watch->word->load(std::memory_order_acquire) >= watch->value; };
  if (!engine.lock().enabled()) {
    if (!engine.membership().oversubscribed()) {
      if (look_for(there, kLooks)) return;
    } else if (shm.looks().are_worth_while()) {
      const bool came = look_for(there, kLooksInCrowds);
      shm.looks().were(came);
      if (came) return;
    }
  }
  shm.wait_for(watch);
  engine.progress().wait_until([&] { return there() || shm.breaks(engine); });
  shm.wait_no_more(watch);
}

}  // namespace penstock::coll
