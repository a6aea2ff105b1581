// Two groups: in each a binomial tree of tokens to the first rank, an exchange between the two, and a binomial
// tree back, in 2 ceil(log2 n) + 1 rounds. No rank leaves before all ranks of both groups have entered, which is
// more than the standard requires.
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"

namespace penstock::coll {

void barrier_leaders(Schedule& schedule, const Arguments& /*arguments*/) {
  const Team& team = schedule.team();
  Step ready = tokens_to_first(schedule, 0);
  const proto::Buffer token = make_token(schedule);
  if (team.rank == 0) {
    // At once, since a send may wait for its receive.
    schedule.send(make_token(schedule), team.remote_rank(0), 1, {ready});
    ready = schedule.recv(token, team.remote_rank(0), 1, {ready});
  }
  bcast_tree(schedule, token, 0, ready, 2);
}

}  // namespace penstock::coll
