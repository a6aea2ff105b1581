// The end of a turn on a board that was kept.
#pragma once

#include "coll/board/board.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Behind all that the members did after the operation that kept it.
class EndTurn final : public Task {
 public:
  explicit EndTurn(Board& board) noexcept : board_(board) {}
  bool advance(Schedule& /*schedule*/) override {
    board_.pass_turn();
    return true;
  }

 private:
  Board& board_;
};

}  // namespace penstock::coll
