// Each rank takes part in a pairwise reduce-scatter, then sends its block of the result to every other: 2(n - 1) messages of
// 1/n of the data for each rank. The operands of each block are combined in the same way, one after another if the order
// matters. This is for large data.
#include "coll/allreduce/allreduce.hpp"
#include "coll/blocks/blocks.hpp"

namespace penstock::coll {

void allreduce_pairwise(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const Blocks operand = Blocks::even(own_operand(arguments), n);
  const Blocks results = operand.at(arguments.recv);
  const proto::Buffer mine = results.of(rank);
  std::vector<Step> sent;
  Fold fold = fold_block(schedule, arguments.reduction, operand, arguments.in_place ? proto::Buffer{} : mine, &sent);
  const Step stored = mine.bytes() == 0 ? kNoStep : fold.store(mine);
  for (int s = 1; s < n; ++s) {
    const int to = (rank + s) % n;
    const int from = (rank - s + n) % n;
    const proto::Buffer theirs = results.of(from);
    if (mine.bytes() != 0) schedule.send(mine, to, 1, {stored});
    if (theirs.bytes() == 0) continue;
    schedule.recv(theirs, from, 1, {arguments.in_place ? sent[static_cast<std::size_t>(from)] : kNoStep});
  }
}

}  // namespace penstock::coll
