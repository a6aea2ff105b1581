// Recursive halving reduce-scatter, then recursive doubling allgather (Rabenseifner 2004): 2 log2 n rounds that move
// 2 (n - 1)/n of the data, where recursive doubling moves log2 n of it. Where n is no power of two, the first ranks fold in
// pairs before and unfold after, with all of the data. Operands meet in rank order; each block is reduced once, so all ranks
// get the same bits.
#include "coll/allreduce/allreduce.hpp"
#include "coll/blocks/halving.hpp"

namespace penstock::coll {

void allreduce_rabenseifner(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& recv = arguments.recv;
  if (recv.bytes() == 0) return;
  const Places places(schedule.team());
  if (places.mine() < 0) {
    const Step sent = schedule.send(own_operand(arguments), places.partner(), 0);
    schedule.recv(recv, places.partner(), 1, {arguments.in_place ? sent : kNoStep});
    return;
  }
  const bool staged = needs_staging(schedule, recv.address);
  const proto::Buffer all = staged ? make_operand(schedule, *recv.layout, recv.count) : recv;
  Step ready = staged || !arguments.in_place ? schedule.copy(all, own_operand(arguments)) : kNoStep;
  if (places.partner() >= 0) {
    const proto::Buffer operand = make_operand(schedule, *recv.layout, recv.count);
    const Step received = schedule.recv(operand, places.partner(), 0);
    ready = schedule.reduce(arguments.reduction, operand.address, all.address, all.count, {received, ready});
  }
  const Blocks blocks = Blocks::even(all, places.count());
  Halving halving(schedule, arguments.reduction, places, blocks, Halves::kRankOrder, ready);
  halving.reduce();
  halving.gather_all();
  if (places.partner() >= 0) schedule.send(all, places.partner(), 1, {halving.ready()});
  if (staged) schedule.copy(recv, all, {halving.ready()});
}

}  // namespace penstock::coll
