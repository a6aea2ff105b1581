// On boards: everybody says that it is in, and looks at everybody. One round of one word a rank; no messages. Where ranks share
// CPUs, a rank is switched to once an operation: it says so for the next one in the same turn.
#include "coll/barrier/barrier.hpp"

namespace penstock::coll {

void barrier_board(Schedule& schedule, const Arguments& /*arguments*/) {
  const Team& team = schedule.team();
  BoardOp& op = schedule.new_board_op();
  op.reserve(0, 0);
  op.publish(0, 0);
  for (int i = 0; i < team.size; ++i) {
    if (i != team.rank) op.await(0, i, 0);
  }
  op.leave(0);
  schedule.on_board(op);
}

}  // namespace penstock::coll
