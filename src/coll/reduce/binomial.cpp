// Binomial tree: ceil(log2 n) rounds, n - 1 messages of all the data. A child's subtree holds the ranks that follow its
// parent's, so from rank 0 operands meet in rank order.
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {

void fold_tree(Schedule& schedule, Fold* fold, int root, std::uint32_t message) {
  const int n = schedule.team().size;
  const int relative = (schedule.team().rank - root + n) % n;
  const auto rank_of = [&](std::int64_t place) { return static_cast<int>((place + root) % n); };
  std::int64_t bit = 1;
  for (; bit < n && (relative & bit) == 0; bit *= 2) {
    if (relative + bit >= n) continue;
    const Fold::Operand operand = fold->take();
    fold->append(operand, fold->recv(operand, rank_of(relative + bit), message));
  }
  if (relative != 0) fold->send(rank_of(relative - bit), message);
}

namespace {

void reduce_along_tree(Schedule& schedule, const Arguments& arguments, int top) {
  const Team& team = schedule.team();
  const bool is_root = team.rank == arguments.root;
  const proto::Buffer& mine = is_root ? own_operand(arguments) : arguments.send;
  if (mine.bytes() == 0) return;
  Fold fold(schedule, arguments.reduction, mine, is_root && arguments.in_place);
  if (is_root && !arguments.in_place) fold.give(arguments.recv);
  fold_tree(schedule, &fold, top, 0);
  if (is_root && top == team.rank) {
    fold.store(arguments.recv);
  } else if (is_root) {
    schedule.recv(arguments.recv, top, 1, {fold.sent()});
  } else if (top == team.rank) {
    fold.send(arguments.root, 1);
  }
}

}  // namespace

void reduce_binomial(Schedule& schedule, const Arguments& arguments) {
  reduce_along_tree(schedule, arguments, arguments.root);
}

// To rank 0, and one message more.
void reduce_ordered(Schedule& schedule, const Arguments& arguments) {
  reduce_along_tree(schedule, arguments, 0);
}

}  // namespace penstock::coll
