// Binomial reduce to rank 0, which sends each rank its block: ceil(log2 n) rounds of all the data and one of a block. Few
// messages, for small data.
#include "coll/blocks/blocks.hpp"
#include "coll/reduce/reduce.hpp"
#include "coll/reduce_scatter/reduce_scatter.hpp"

namespace penstock::coll {
namespace {

void fold_and_hand_out(Schedule& schedule, const Arguments& arguments, const Blocks& blocks) {
  const Team& team = schedule.team();
  const proto::Buffer mine = blocks.all();
  if (mine.bytes() == 0) return;
  Fold fold(schedule, arguments.reduction, mine);
  fold_tree(schedule, &fold, 0, 0);
  const proto::Buffer result{arguments.recv.address, blocks.of(team.rank).count, arguments.recv.layout};
  if (team.rank != 0) {
    if (result.bytes() != 0) schedule.recv(result, 0, 1, {fold.sent()});
    return;
  }
  hand_out_blocks(schedule, blocks.at(fold.value()), result, fold.ready(), 1);
}

}  // namespace

void reduce_scatter_tree(Schedule& schedule, const Arguments& arguments) {
  fold_and_hand_out(schedule, arguments, blocks_of_counts(arguments));
}

void reduce_scatter_block_tree(Schedule& schedule, const Arguments& arguments) {
  fold_and_hand_out(schedule, arguments, equal_blocks(schedule, arguments));
}

}  // namespace penstock::coll
