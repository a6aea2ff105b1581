// Ring reduce-scatter, then ring allgather: 2(n - 1) steps of 1/n of the data, bandwidth-optimal (Patarasuk, Yuan 2009).
// Each block is reduced along one path, so all ranks get the same bits; the order is not rank order: commutative only.
#include <vector>

#include "coll/allreduce/allreduce.hpp"

namespace penstock::coll {
namespace {

struct Blocks {
  std::uint64_t elements;
  std::uint64_t ranks;
  // The first `elements % ranks` blocks have one element more.
  [[nodiscard]] std::uint64_t first(int block) const noexcept {
    const auto b = static_cast<std::uint64_t>(block);
    const std::uint64_t rest = elements % ranks;
    return b * (elements / ranks) + (b < rest ? b : rest);
  }
  [[nodiscard]] std::uint64_t count(int block) const noexcept { return first(block + 1) - first(block); }
};

}  // namespace

void allreduce_ring(Schedule& schedule, const Arguments& arguments) {
  if (arguments.recv.bytes() == 0) return;
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const Accumulator accumulator = make_accumulator(schedule, arguments);
  const Blocks blocks{arguments.recv.count, static_cast<std::uint64_t>(n)};
  const auto part = [&](int block) { return accumulator.part(blocks.first(block), blocks.count(block)); };
  const int right = (rank + 1) % n;
  const int left = (rank - 1 + n) % n;
  const proto::Buffer operands[2] = {make_operand(schedule, *arguments.recv.layout, blocks.count(0)),
                                     make_operand(schedule, *arguments.recv.layout, blocks.count(0))};
  Step ready = accumulator.loaded;  // the block that goes out next is complete
  Step freed[2] = {kNoStep, kNoStep};
  std::vector<Step> sent;
  std::uint32_t message = 0;
  // Step s sends block rank - s and reduces block rank - s - 1.
  for (int s = 0; s < n - 1; ++s, ++message) {
    const proto::Buffer target = part((rank - s - 1 + n) % n);
    const proto::Buffer operand{operands[s % 2].address, target.count, target.layout};
    const Step received = schedule.recv(operand, left, message, {freed[s % 2]});
    sent.push_back(schedule.send(part((rank - s + n) % n), right, message, {ready}));
    ready = schedule.reduce(arguments.reduction, operand.address, target.address, target.count, {received, accumulator.loaded});
    freed[s % 2] = ready;
  }
  // Block rank + 1 is complete here; now complete blocks go round. Step s receives over the partial block that step s of the
  // first phase sent, so that send must be over.
  const Step stored = store_result(schedule, arguments, accumulator, ready);
  for (int s = 0; s < n - 1; ++s, ++message) {
    schedule.send(part((rank + 1 - s + n) % n), right, message, {ready});
    ready = schedule.recv(part((rank - s + n) % n), left, message, {sent[static_cast<std::size_t>(s)]});
    if (stored != kNoStep) schedule.order(ready, stored);
  }
}

}  // namespace penstock::coll
