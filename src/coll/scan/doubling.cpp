// Recursive doubling (Hillis, Steele 1986): ceil(log2 n) rounds. In round k a rank holds the value of up to 2^k ranks that
// end with it, sends it 2^k ranks up, and puts what comes from 2^k ranks down before it. The exclusive form keeps a second
// value that lacks the rank's own operand.
#include "coll/operand/operand.hpp"
#include "coll/scan/scan.hpp"

namespace penstock::coll {

void scan_doubling(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  if (mine.bytes() == 0) return;
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  Fold fold(schedule, arguments.reduction, mine, arguments.in_place);
  if (!arguments.in_place) fold.give(arguments.recv);
  std::uint32_t message = 0;
  for (std::int64_t hop = 1; hop < n; hop *= 2, ++message) {
    if (rank + hop < n) fold.send(static_cast<int>(rank + hop), message);
    if (rank < hop) continue;
    const Fold::Operand operand = fold.take();
    fold.prepend(operand, fold.recv(operand, static_cast<int>(rank - hop), message));
  }
  fold.store(arguments.recv);
}

// The own operand and incoming values are combined in `through`, which is sent on; incoming values are also combined in
// front of `before`, the result.
void exscan_doubling(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  if (mine.bytes() == 0) return;
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const proto::Buffer through = make_operand(schedule, *mine.layout, mine.count);
  const proto::Buffer before = make_operand(schedule, *mine.layout, mine.count);
  const proto::Buffer incoming = make_operand(schedule, *mine.layout, mine.count);
  const Step loaded = schedule.copy(through, mine);
  Step through_ready = loaded;
  Step before_ready = kNoStep;
  Step freed = kNoStep;
  std::uint32_t message = 0;
  const auto put_before = [&](const proto::Buffer& value, Step received, std::initializer_list<Step> after) {
    const Step step = schedule.reduce(arguments.reduction, incoming.address, value.address, value.count, after);
    schedule.order(received, step);
    return step;
  };
  for (std::int64_t hop = 1; hop < n; hop *= 2, ++message) {
    Step sent = kNoStep;
    if (rank + hop < n) sent = schedule.send(through, static_cast<int>(rank + hop), message, {through_ready});
    if (rank < hop) continue;
    const Step received = schedule.recv(incoming, static_cast<int>(rank - hop), message, {freed});
    const bool first = before_ready == kNoStep;
    before_ready = first ? schedule.copy(before, incoming, {received}) : put_before(before, received, {before_ready});
    freed = before_ready;
    if (rank + 2 * hop >= n) continue;
    through_ready = put_before(through, received, {through_ready, sent, before_ready});
    freed = through_ready;
  }
  if (before_ready != kNoStep) schedule.copy(arguments.recv, before, {before_ready, loaded});
}

}  // namespace penstock::coll
