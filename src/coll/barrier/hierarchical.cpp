// Two levels: tokens of each node along a binomial tree to its first rank, a barrier of those, tokens back; nodes with shared
// buffers have barriers there instead. Between nodes there are ceil(log2 m) rounds for m nodes.
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"
#include "coll/collectives.hpp"
#include "coll/hierarchical/levels.hpp"

namespace penstock::coll {

void barrier_hierarchical(Schedule& schedule, const Arguments& /*arguments*/) {
  Levels levels(schedule, 0);
  levels.within_node();
  const bool shm = schedule.team().shm != nullptr;
  if (shm) {
    build_barrier(schedule);
  } else {
    tokens_to_first(schedule, 0);
  }
  if (levels.leads()) {
    levels.among_leaders();
    build_barrier(schedule);
  }
  levels.within_node();
  if (shm) return build_barrier(schedule);
  bcast_tree(schedule, make_token(schedule), 0, kNoStep, 1);
}

}  // namespace penstock::coll
