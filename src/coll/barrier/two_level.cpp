// In two levels: tokens of each node along a binomial tree to its first rank, a barrier of those, tokens back; on boards, where
// nodes have them, barriers instead. Between nodes ceil(log2 m) rounds for m nodes.
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"
#include "coll/collectives.hpp"
#include "coll/two_level/levels.hpp"

namespace penstock::coll {

void barrier_two_level(Schedule& schedule, const Arguments& /*arguments*/) {
  Levels levels(schedule, 0);
  levels.within_node();
  const bool board = schedule.team().board != nullptr;
  if (board) {
    build_barrier(schedule);
  } else {
    tokens_to_first(schedule, 0);
  }
  if (levels.leads()) {
    levels.among_leaders();
    build_barrier(schedule);
  }
  levels.within_node();
  if (board) return build_barrier(schedule);
  bcast_tree(schedule, make_token(schedule), 0, kNoStep, 1);
}

}  // namespace penstock::coll
