// On boards: everybody says that it is in, and looks at everybody. One round of one word a rank; no messages. Where ranks share
// CPUs, a rank is switched to once an operation: it says so for the next one in the same turn.
#include "coll/barrier/barrier.hpp"
#include "coll/board/programs.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

void barrier_board(Schedule& schedule, const Arguments& /*arguments*/) {
  BoardOp& op = schedule.new_board_op();
  barrier_on_board(op);
  schedule.on_board(op);
}

}  // namespace penstock::coll
