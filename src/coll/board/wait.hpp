// Waiting for what a member says on its board.
#pragma once

#include "base/relax.hpp"
#include "coll/board/board.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Until the watched word has its value, with progress. It is seen sooner by one that does nothing but look; but where ranks
// share CPUs, or threads the engine, others come first.
inline void wait_for_watch(Board& board, proto::Engine& engine, transport::Boards::Watch* watch) {
  constexpr int kLooks = 200;
  constexpr int kLooksWithoutPause = 20;
  const auto there = [watch] { return watch->word->load(std::memory_order_acquire) >= watch->value; };
  if (!engine.crowded() && !engine.lock().enabled()) {
    for (int i = 0; i < kLooks; ++i) {
      if (there()) return;
      if (i >= kLooksWithoutPause) base::relax();
    }
  }
  board.wait_for(watch);
  engine.wait_until(there);
  board.wait_no_more(watch);
}

}  // namespace penstock::coll
