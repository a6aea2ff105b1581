// On boards: everybody says that it is in, and looks at everybody. One round of one word a rank; no messages.
//
// Where ranks share CPUs, by way of member 0, in two rounds: it looks at everybody, the others at it alone. Barriers in a row
// then take more switches between ranks (docs/design/boards.md), though no more time. But member 0 comes out first: the data of
// a root, or of the first rank of a scan, are there when others come for them, who otherwise would have to give way to it.
#include "coll/barrier/barrier.hpp"

namespace penstock::coll {
namespace {

void barrier_by_first(Schedule& schedule) {
  const Team& team = schedule.team();
  BoardOp& op = schedule.new_board_op();
  op.reserve(0, 0);
  if (team.rank == 0) {
    for (int i = 1; i < team.size; ++i) op.await(0, i, 0);
    op.publish(0, 0);
  } else {
    op.publish(0, 0, 0);
    op.await(0, 0, 0);
  }
  op.leave(0);
  schedule.on_board(op);
}

}  // namespace

void barrier_board(Schedule& schedule, const Arguments& /*arguments*/) {
  if (schedule.engine().crowded()) return barrier_by_first(schedule);
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
