// Waiting for what a member says on its board.
#pragma once

#include "base/relax.hpp"
#include "coll/board/board.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Whether the value comes within so many looks, which are some microseconds.
template <typename There>
[[nodiscard]] bool look_for(const There& there, int looks) {
  constexpr int kLooksWithoutPause = 20;
  for (int i = 0; i < looks; ++i) {
    if (there()) return true;
    if (i >= kLooksWithoutPause) base::relax();
  }
  return false;
}

// Until the watched word has its value, with progress. It is seen sooner by one that does nothing but look; but where threads
// share the engine, others come first. Where ranks share CPUs they do so too, unless whoever writes the words runs on another
// CPU, one operation after another: to give way after each would cost more than to wait for the next.
inline void wait_for_watch(Board& board, proto::Engine& engine, transport::Boards::Watch* watch) {
  constexpr int kLooks = 200;
  constexpr int kLooksInCrowds = 60;
  const auto there = [watch] { return watch->word->load(std::memory_order_acquire) >= watch->value; };
  if (!engine.lock().enabled()) {
    if (!engine.crowded()) {
      if (look_for(there, kLooks)) return;
    } else if (board.looks().are_worth_while()) {
      const bool came = look_for(there, kLooksInCrowds);
      board.looks().were(came);
      if (came) return;
    }
  }
  board.wait_for(watch);
  engine.wait_until(there);
  board.wait_no_more(watch);
}

}  // namespace penstock::coll
