// Ring reduce-scatter, then ring allgather: 2(n - 1) steps of 1/n of the data, bandwidth-optimal (Patarasuk, Yuan 2009).
// Each block is reduced along one path, so all ranks get the same bits; the order is not rank order: commutative only.
#include <vector>

#include "coll/allreduce/allreduce.hpp"
#include "coll/blocks/blocks.hpp"

namespace penstock::coll {

void allreduce_ring(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& recv = arguments.recv;
  if (recv.bytes() == 0) return;
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const bool staged = needs_staging(schedule, recv.address);
  const proto::Buffer all = staged ? make_operand(schedule, *recv.layout, recv.count) : recv;
  const Step loaded = staged || !arguments.in_place ? schedule.copy(all, own_operand(arguments)) : kNoStep;
  const Blocks blocks = Blocks::even(all, n);
  const int right = (rank + 1) % n;
  const int left = (rank - 1 + n) % n;
  const std::uint64_t largest = blocks.of(0).count;
  const proto::Buffer operands[2] = {make_operand(schedule, *recv.layout, largest),
                                     make_operand(schedule, *recv.layout, largest)};
  Step ready = loaded;  // the next outgoing block is complete
  Step freed[2] = {kNoStep, kNoStep};
  std::vector<Step> sent;
  std::uint32_t message = 0;
  // Step s sends block rank - s and reduces block rank - s - 1.
  for (int s = 0; s < n - 1; ++s, ++message) {
    const proto::Buffer target = blocks.of((rank - s - 1 + n) % n);
    const proto::Buffer operand{operands[s % 2].address, target.count, target.layout};
    const Step received = schedule.recv(operand, left, message, {freed[s % 2]});
    sent.push_back(schedule.send(blocks.of((rank - s + n) % n), right, message, {ready}));
    ready = schedule.reduce(arguments.reduction, operand.address, target.address, target.count, {received, loaded});
    freed[s % 2] = ready;
  }
  // Block rank + 1 is complete here; now complete blocks go round. Step s receives over the partial block that step s of the
  // first phase sent, so that send must be over.
  const Step stored = staged ? schedule.copy(recv, all, {ready}) : kNoStep;
  for (int s = 0; s < n - 1; ++s, ++message) {
    schedule.send(blocks.of((rank + 1 - s + n) % n), right, message, {ready});
    ready = schedule.recv(blocks.of((rank - s + n) % n), left, message, {sent[static_cast<std::size_t>(s)]});
    if (stored != kNoStep) schedule.order(ready, stored);
  }
}

}  // namespace penstock::coll
