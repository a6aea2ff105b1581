// Reduce, then scan, along a binomial tree (Blelloch 1990): 2 ceil(log2 n) rounds, but only 2(n - 1) messages, where recursive
// doubling has n log2 n. On the way up a rank keeps its value in front of each child's subtree; on the way down it sends each
// child what comes before that.
#include <vector>

#include "coll/operand/operand.hpp"
#include "coll/scan/scan.hpp"
#include "coll/tree/tree.hpp"

namespace penstock::coll {
namespace {

// Value i is that of this rank and its first i children's subtrees, in host memory; it is complete after `ready`, and the way
// up has finished with it after `over`.
struct Value {
  proto::Buffer buffer;
  Step ready;
  Step over = kNoStep;
};

// MPI's functions leave the result in their second operand, the right-hand one, so the next value is made there.
std::vector<Value> go_up(Schedule& schedule, const Reduction& reduction, const Tree& tree, const Value& own) {
  std::vector<Value> values{own};
  for_children(tree, [&](int child, int /*subtree*/) {
    Value& left = values.back();
    const proto::Buffer sum = make_operand(schedule, *own.buffer.layout, own.buffer.count);
    const Step received = schedule.recv(sum, child, 0);
    left.over = schedule.reduce(reduction, left.buffer.address, sum.address, sum.count, {received, left.ready});
    values.push_back({sum, left.over});
  });
  if (tree.parent >= 0) values.back().over = schedule.send(values.back().buffer, tree.parent, 0, {values.back().ready});
  return values;
}

// Returns the value of the ranks before this one, which has no layout on rank 0; afterwards value 0 is
// that of all ranks up to this one.
Value go_down(Schedule& schedule, const Reduction& reduction, const Tree& tree, std::vector<Value>* values) {
  Value before;
  before.ready = kNoStep;
  if (tree.parent >= 0) {
    before.buffer = make_operand(schedule, *values->front().buffer.layout, values->front().buffer.count);
    before.ready = schedule.recv(before.buffer, tree.parent, 1);
    for (std::size_t i = 0; i < values->size(); ++i) {
      if (i > 0 && i + 1 == values->size()) break;  // no child comes after it
      Value& value = (*values)[i];
      value.ready = schedule.reduce(reduction, before.buffer.address, value.buffer.address, value.buffer.count,
                                    {before.ready, value.ready, value.over});
    }
  }
  std::size_t i = 0;
  for_children(tree, [&](int child, int /*subtree*/) {
    const Value& value = (*values)[i++];
    schedule.send(value.buffer, child, 1, {value.ready});
  });
  return before;
}

}  // namespace

void scan_tree(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& recv = arguments.recv;
  if (recv.bytes() == 0) return;
  const Tree tree = tree_of(schedule.team(), 0, 2);
  const bool staged = needs_staging(schedule, recv.address);
  const proto::Buffer mine = staged ? make_operand(schedule, *recv.layout, recv.count) : recv;
  const Step loaded = staged || !arguments.in_place ? schedule.copy(mine, own_operand(arguments)) : kNoStep;
  std::vector<Value> values = go_up(schedule, arguments.reduction, tree, {mine, loaded});
  (void)go_down(schedule, arguments.reduction, tree, &values);
  if (staged) schedule.copy(recv, mine, {values.front().ready});
}

void exscan_tree(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& operand = own_operand(arguments);
  if (operand.bytes() == 0) return;
  const Tree tree = tree_of(schedule.team(), 0, 2);
  const proto::Buffer mine = make_operand(schedule, *operand.layout, operand.count);
  const Step loaded = schedule.copy(mine, operand);
  std::vector<Value> values = go_up(schedule, arguments.reduction, tree, {mine, loaded});
  const Value before = go_down(schedule, arguments.reduction, tree, &values);
  if (before.buffer.layout != nullptr) schedule.copy(arguments.recv, before.buffer, {before.ready, loaded});
}

}  // namespace penstock::coll
