// Chain: each rank gets what all before it come to, puts its own operand behind that and passes it on. n - 1 steps of all the
// data, one reduction a rank; operands meet one after another.
#include "coll/operand/operand.hpp"
#include "coll/scan/scan.hpp"

namespace penstock::coll {

void scan_chain(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  if (mine.bytes() == 0) return;
  const int rank = schedule.team().rank;
  Fold fold(schedule, arguments.reduction, mine, arguments.in_place);
  if (!arguments.in_place) fold.give(arguments.recv);
  if (rank > 0) {
    const Fold::Operand before = fold.take();
    fold.prepend(before, fold.recv(before, rank - 1, 0));
  }
  if (rank + 1 < schedule.team().size) fold.send(rank + 1, 0);
  fold.store(arguments.recv);
}

// In place the own operand lies where the value of those before it is wanted: it is copied first.
void exscan_chain(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  if (mine.bytes() == 0) return;
  const int rank = schedule.team().rank;
  const bool last = rank + 1 == schedule.team().size;
  if (rank == 0) {
    if (!last) schedule.send(mine, 1, 0);
    return;
  }
  const proto::Buffer before = make_operand(schedule, *mine.layout, mine.count);
  const Step received = schedule.recv(before, rank - 1, 0);
  Step loaded = kNoStep;
  if (!last) {
    const proto::Buffer through = make_operand(schedule, *mine.layout, mine.count);
    loaded = schedule.copy(through, mine);
    const Step ready = schedule.reduce(arguments.reduction, before.address, through.address, through.count, {received, loaded});
    schedule.send(through, rank + 1, 0, {ready});
  }
  schedule.copy(arguments.recv, before, {received, loaded});
}

}  // namespace penstock::coll
