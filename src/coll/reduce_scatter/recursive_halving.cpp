// Recursive halving: log2 n exchanges of 1/2, 1/4 ... of the operand, (n - 1)/n of it in all (Thakur, Rabenseifner, Gropp
// 2005). Where n is no power of two, the first ranks fold in pairs before, with all of the operand, and one of a pair sends
// the other its block. The order is not rank order: commutative only.
#include "coll/blocks/halving.hpp"
#include "coll/reduce_scatter/reduce_scatter.hpp"

namespace penstock::coll {
namespace {

// Returns one block for each place: it holds the blocks of both ranks of a pair.
Blocks blocks_of_places(const Places& places, const Blocks& blocks, const proto::Buffer& all) {
  std::vector<std::uint64_t> counts;
  for (int place = 0; place < places.count(); ++place) {
    const bool pair = place < places.pairs();
    const int first = pair ? 2 * place : place + places.pairs();
    counts.push_back(blocks.span(first, pair ? 2 : 1).count);
  }
  return Blocks(all, counts);
}

// Makes a copy of the operand, folded with the partner's.
Step load(Schedule& schedule, const Reduction& reduction, int partner, const proto::Buffer& all, const proto::Buffer& operand) {
  const Step loaded = schedule.copy(all, operand);
  if (partner < 0) return loaded;
  const proto::Buffer theirs = make_operand(schedule, *all.layout, all.count);
  const Step received = schedule.recv(theirs, partner, 0);
  return schedule.reduce(reduction, theirs.address, all.address, all.count, {received, loaded});
}

void halve(Schedule& schedule, const Arguments& arguments, const Blocks& operand) {
  const int rank = schedule.team().rank;
  if (operand.all().bytes() == 0) return;
  const proto::Buffer result{arguments.recv.address, operand.of(rank).count, arguments.recv.layout};
  const Places places(schedule.team());
  if (places.mine() < 0) {
    const Step sent = schedule.send(operand.all(), places.partner(), 0);
    if (result.bytes() != 0) schedule.recv(result, places.partner(), 1, {sent});
    return;
  }
  const proto::Buffer all = make_operand(schedule, *operand.all().layout, operand.all().count);
  const Step ready = load(schedule, arguments.reduction, places.partner(), all, operand.all());
  const Blocks parts = blocks_of_places(places, operand, all);
  Halving halving(schedule, arguments.reduction, places, parts, Halves::kOwnBlock, ready);
  halving.reduce();
  const Blocks results = operand.at(all);
  if (result.bytes() != 0) schedule.copy(result, results.of(rank), {halving.ready()});
  if (places.partner() < 0) return;
  const proto::Buffer theirs = results.of(places.partner());
  if (theirs.bytes() != 0) schedule.send(theirs, places.partner(), 1, {halving.ready()});
}

}  // namespace

void reduce_scatter_halving(Schedule& schedule, const Arguments& arguments) {
  halve(schedule, arguments, blocks_of_counts(arguments));
}

void reduce_scatter_block_halving(Schedule& schedule, const Arguments& arguments) {
  halve(schedule, arguments, equal_blocks(schedule, arguments));
}

}  // namespace penstock::coll
