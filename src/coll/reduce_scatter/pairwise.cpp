// Pairwise reduce-scatter: each rank sends every other its block of the operand and folds the blocks that it receives: n - 1
// messages of one block in each direction for each rank, none of which waits for another. This is for large data.
#include "coll/blocks/blocks.hpp"
#include "coll/reduce_scatter/reduce_scatter.hpp"

namespace penstock::coll {
namespace {

// In place, the result's place holds other ranks' blocks: the result is made elsewhere, and stored when those are sent.
void fold_and_store(Schedule& schedule, const Arguments& arguments, const Blocks& blocks) {
  const int rank = schedule.team().rank;
  if (blocks.all().bytes() == 0) return;
  const proto::Buffer result{arguments.recv.address, blocks.of(rank).count, arguments.recv.layout};
  std::vector<Step> sent;
  Fold fold = fold_block(schedule, arguments.reduction, blocks, arguments.in_place ? proto::Buffer{} : result, &sent);
  if (result.bytes() == 0) return;
  const Step stored = fold.store(result);
  if (!arguments.in_place || rank == 0) return;
  for (const Step step : sent) schedule.order(step, stored);
}

}  // namespace

void reduce_scatter_pairwise(Schedule& schedule, const Arguments& arguments) {
  fold_and_store(schedule, arguments, blocks_of_counts(arguments));
}

void reduce_scatter_block_pairwise(Schedule& schedule, const Arguments& arguments) {
  fold_and_store(schedule, arguments, equal_blocks(schedule, arguments));
}

}  // namespace penstock::coll
