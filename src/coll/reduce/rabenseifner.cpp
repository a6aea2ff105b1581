// Recursive halving reduce-scatter, then a binomial gather to the root (Rabenseifner 2004): 2 log2 n rounds that move
// 2 (n - 1)/n of the data. Where n is no power of two, the first ranks fold in pairs before, with all of the data; the root
// is the one of its pair that goes on. Operands meet in rank order.
#include "coll/blocks/halving.hpp"
#include "coll/reduce/reduce.hpp"

namespace penstock::coll {
namespace {

// Folds the partner's operand in front of or behind this rank's, which is complete after `ready`; the result is
// in `all`, which is not `mine`.
Step fold_pair(Schedule& schedule, const Reduction& reduction, int partner, const proto::Buffer& mine, Step ready,
               const proto::Buffer& all) {
  if (partner > schedule.team().rank) {
    const Step received = schedule.recv(all, partner, 0);
    return schedule.reduce(reduction, mine.address, all.address, all.count, {received, ready});
  }
  const Step loaded = schedule.copy(all, mine, {ready});
  const proto::Buffer operand = make_operand(schedule, *mine.layout, mine.count);
  const Step received = schedule.recv(operand, partner, 0);
  return schedule.reduce(reduction, operand.address, all.address, all.count, {received, loaded});
}

}  // namespace

void reduce_rabenseifner(Schedule& schedule, const Arguments& arguments) {
  const bool is_root = schedule.team().rank == arguments.root;
  proto::Buffer mine = is_root ? own_operand(arguments) : arguments.send;
  if (mine.bytes() == 0) return;
  const Places places(schedule.team(), arguments.root);
  if (places.mine() < 0) {
    schedule.send(mine, places.partner(), 0);
    return;
  }
  const bool in_result = is_root && !arguments.in_place && !needs_staging(schedule, arguments.recv.address);
  const proto::Buffer all = in_result ? arguments.recv : make_operand(schedule, *mine.layout, mine.count);
  Step ready = kNoStep;
  if (places.partner() >= 0 && needs_staging(schedule, mine.address)) {
    const proto::Buffer there = make_operand(schedule, *mine.layout, mine.count);
    ready = schedule.copy(there, mine);
    mine = there;
  }
  ready = places.partner() < 0 ? schedule.copy(all, mine)
                               : fold_pair(schedule, arguments.reduction, places.partner(), mine, ready, all);
  const Blocks blocks = Blocks::even(all, places.count());
  Halving halving(schedule, arguments.reduction, places, blocks, Halves::kRankOrder, ready);
  halving.reduce();
  halving.gather_to(places.place_of(arguments.root));
  if (is_root && !in_result) schedule.copy(arguments.recv, all, {halving.ready()});
}

}  // namespace penstock::coll
