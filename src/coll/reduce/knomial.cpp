// k-nomial tree: ceil(log_k n) levels, n - 1 messages of all the data. Subtrees follow one another in rank order from the root
// on, so from rank 0 operands meet in rank order. A higher radix waits for fewer levels and reduces more on each.
#include "coll/reduce/reduce.hpp"
#include "coll/tree/tree.hpp"

namespace penstock::coll {

void fold_tree(Schedule& schedule, Fold* fold, int root, std::uint32_t message, int radix) {
  const Tree tree = tree_of(schedule.team(), root, radix);
  for_children(tree, [&](int child, int /*subtree*/) {
    const Fold::Operand operand = fold->take();
    fold->append(operand, fold->recv(operand, tree.rank_of(child), message));
  });
  if (tree.parent >= 0) fold->send(tree.rank_of(tree.parent), message);
}

namespace {

void reduce_along_tree(Schedule& schedule, const Arguments& arguments, int top, int radix) {
  const Team& team = schedule.team();
  const bool is_root = team.rank == arguments.root;
  const proto::Buffer& mine = is_root ? own_operand(arguments) : arguments.send;
  if (mine.bytes() == 0) return;
  Fold fold(schedule, arguments.reduction, mine, is_root && arguments.in_place);
  if (is_root && !arguments.in_place) fold.give(arguments.recv);
  fold_tree(schedule, &fold, top, 0, radix);
  if (is_root && top == team.rank) {
    fold.store(arguments.recv);
  } else if (is_root) {
    schedule.recv(arguments.recv, top, 1, {fold.sent()});
  } else if (top == team.rank) {
    fold.send(arguments.root, 1);
  }
}

}  // namespace

template <int kRadix>
void reduce_knomial(Schedule& schedule, const Arguments& arguments) {
  reduce_along_tree(schedule, arguments, arguments.root, kRadix);
}
template void reduce_knomial<2>(Schedule& schedule, const Arguments& arguments);
template void reduce_knomial<4>(Schedule& schedule, const Arguments& arguments);
template void reduce_knomial<8>(Schedule& schedule, const Arguments& arguments);

// Reduces to rank 0, which sends the result in one more message.
void reduce_ordered(Schedule& schedule, const Arguments& arguments) {
  reduce_along_tree(schedule, arguments, 0, 2);
}

}  // namespace penstock::coll
