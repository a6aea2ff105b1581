// All ranks send to the root, which folds the operands one after another in rank order: n - 1 messages to one rank. For small
// data if operands must be combined in the same way for all sizes and collectives.
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {

void reduce_linear(Schedule& schedule, const Arguments& arguments) {
  if (schedule.team().rank != arguments.root) {
    if (arguments.send.bytes() != 0) schedule.send(arguments.send, arguments.root, 0);
    return;
  }
  const proto::Buffer& mine = own_operand(arguments);
  if (mine.bytes() == 0) return;
  const proto::Buffer given = arguments.in_place ? proto::Buffer{} : arguments.recv;
  Fold fold = fold_in_order(schedule, arguments.reduction, mine, arguments.in_place, given, 0);
  fold.store(arguments.recv);
}

}  // namespace penstock::coll
