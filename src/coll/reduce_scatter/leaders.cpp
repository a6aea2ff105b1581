// Two groups: each folds its operands along a binomial tree, the first ranks exchange the results, and send each
// rank of their own group its block.
#include "coll/blocks/blocks.hpp"
#include "coll/reduce/reduce.hpp"
#include "coll/reduce_scatter/reduce_scatter.hpp"

namespace penstock::coll {
namespace {

void fold_and_exchange(Schedule& schedule, const Arguments& arguments, const Blocks& blocks) {
  const Team& team = schedule.team();
  const proto::Buffer mine = blocks.all();
  if (mine.bytes() == 0) return;
  Fold fold(schedule, arguments.reduction, mine);
  fold_group(schedule, &fold, 0);
  if (team.rank != 0) {
    if (arguments.recv.bytes() != 0) schedule.recv(arguments.recv, 0, 2);
    return;
  }
  fold.send(team.remote_rank(0), 1);
  const proto::Buffer all = make_operand(schedule, *mine.layout, mine.count);
  const Step received = schedule.recv(all, team.remote_rank(0), 1);
  hand_out_blocks(schedule, blocks.at(all), arguments.recv, received, 2);
}

}  // namespace

void reduce_scatter_leaders(Schedule& schedule, const Arguments& arguments) {
  fold_and_exchange(schedule, arguments, blocks_of_counts(arguments));
}

void reduce_scatter_block_leaders(Schedule& schedule, const Arguments& arguments) {
  fold_and_exchange(schedule, arguments, equal_blocks(schedule, arguments));
}

}  // namespace penstock::coll
