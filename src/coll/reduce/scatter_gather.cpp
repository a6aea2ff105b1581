// Each rank folds one block of the operands of all, and sends it to the root: n - 1 and one messages of 1/n of the data
// for each rank, so that all ranks share the work (Rabenseifner 2004, with a pairwise first half). This is for large
// data, and keeps the rank order.
#include <vector>

#include "coll/blocks/blocks.hpp"
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {

void reduce_scatter_gather(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const bool is_root = rank == arguments.root;
  const proto::Buffer& mine = is_root ? own_operand(arguments) : arguments.send;
  if (mine.bytes() == 0) return;
  const Blocks blocks = Blocks::even(mine, n);
  std::vector<Step> sent;
  if (!is_root) {
    Fold fold = fold_block(schedule, arguments.reduction, blocks, {}, &sent);
    if (fold.value().bytes() != 0) fold.send(arguments.root, 1);
    return;
  }
  const Blocks results = blocks.at(arguments.recv);
  const proto::Buffer given = arguments.in_place ? proto::Buffer{} : results.of(rank);
  Fold fold = fold_block(schedule, arguments.reduction, blocks, given, &sent);
  for (int i = 0; i < n; ++i) {
    const proto::Buffer result = results.of(i);
    if (result.bytes() == 0) continue;
    if (i == rank) {
      fold.store(result);
    } else {
      schedule.recv(result, i, 1, {arguments.in_place ? sent[static_cast<std::size_t>(i)] : kNoStep});
    }
  }
}

}  // namespace penstock::coll
