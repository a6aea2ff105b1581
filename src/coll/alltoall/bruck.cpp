// Bruck's all-to-all (Bruck et al. 1997) of any radix k: ceil(log_k n) rounds of k - 1 messages of about 1/k of all parts, for
// small parts. Parts are numbered by their distance to the rank they are for; in the round of a digit those with d there move
// on by d times its weight. A higher radix moves a part fewer times, in more messages.
#include <algorithm>
#include <utility>
#include <vector>

#include "coll/alltoall/alltoall.hpp"

namespace penstock::coll {
namespace {

// Parts i of n with digit `d` of weight `weight` in base `radix`, of `bytes` each, as one layout over all of them. There is one
// at least.
proto::Layout parts_with(std::uint64_t d, std::uint64_t weight, std::uint64_t radix, std::uint64_t n, std::uint64_t bytes) {
  const std::uint64_t period = radix * weight;
  const std::uint64_t first = d * weight;
  const std::uint64_t whole = n / period;
  std::vector<proto::Layout::Part> parts;
  if (whole > 0) {
    proto::Layout::Part part{.offset = static_cast<std::int64_t>(first * bytes), .shape = {}};
    part.shape.block = weight * bytes;
    if (whole > 1) {
      part.shape.dims = 1;
      part.shape.count[0] = whole;
      part.shape.stride[0] = static_cast<std::int64_t>(period * bytes);
    }
    parts.push_back(part);
  }
  const std::uint64_t rest = n % period;
  if (rest > first) {
    proto::Layout::Part part{.offset = static_cast<std::int64_t>((whole * period + first) * bytes), .shape = {}};
    part.shape.block = std::min(weight, rest - first) * bytes;
    parts.push_back(part);
  }
  return proto::Layout::of_parts(parts, static_cast<std::int64_t>(n * bytes));
}

// One message: parts with that digit go on, others come in their place. Returns the step after which they are there.
Step move_parts(Schedule& schedule, std::byte* memory, const proto::Layout* parts, int hop, std::uint32_t message, Step ready) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const proto::Buffer moving{memory, 1, parts};
  const proto::Buffer incoming = schedule.packed(moving.bytes());
  const Step received = schedule.recv(incoming, (rank - hop + n) % n, message);
  const Step sent = schedule.send(moving, (rank + hop) % n, message, {ready});
  return schedule.copy(moving, incoming, {received, sent});
}

// Packed parts to their places from `last` downwards.
void store_backwards(Schedule& schedule, const proto::Buffer& first, int last, const proto::Buffer& packed, Step ready) {
  const std::int64_t distance = static_cast<std::int64_t>(first.count) * first.layout->extent();
  const auto parts = static_cast<std::int64_t>(packed.bytes() / first.bytes());
  proto::Layout backwards = proto::Layout::bytes(0);
  if (Status made = proto::Layout::vector(*first.layout, parts, static_cast<std::int64_t>(first.count), -distance, &backwards);
      !made.is_ok()) {
    return schedule.fail(std::move(made));
  }
  schedule.copy({parts_at(first, last).address, 1, schedule.keep(std::move(backwards))}, packed, {ready});
}

}  // namespace

template <int kRadix>
void alltoall_bruck(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  const std::uint64_t bytes = arguments.recv.bytes();
  if (bytes == 0) return;
  const proto::Buffer& from = arguments.in_place ? arguments.recv : arguments.send;
  std::byte* parts = schedule.scratch(bytes * static_cast<std::uint64_t>(n));
  const auto blocks = [&](int first, int count) {
    return schedule.packed(parts + bytes * static_cast<std::uint64_t>(first), bytes * static_cast<std::uint64_t>(count));
  };
  Step ready = schedule.copy(blocks(0, n - rank), parts_at(from, rank, n - rank));
  if (rank > 0) ready = schedule.copy(blocks(n - rank, rank), parts_at(from, 0, rank), {ready});
  std::uint32_t message = 0;
  for (std::int64_t weight = 1; weight < n; weight *= kRadix) {
    const Step round_over = schedule.join();
    for (int d = 1; d < kRadix && d * weight < n; ++d, ++message) {
      const proto::Layout* layout = schedule.keep(parts_with(static_cast<std::uint64_t>(d), static_cast<std::uint64_t>(weight),
                                                             kRadix, static_cast<std::uint64_t>(n), bytes));
      schedule.order(move_parts(schedule, parts, layout, static_cast<int>(d * weight), message, ready), round_over);
    }
    ready = round_over;
  }
  // Part i came from rank - i.
  store_backwards(schedule, arguments.recv, rank, blocks(0, rank + 1), ready);
  if (rank + 1 < n) store_backwards(schedule, arguments.recv, n - 1, blocks(rank + 1, n - rank - 1), ready);
}
template void alltoall_bruck<2>(Schedule& schedule, const Arguments& arguments);
template void alltoall_bruck<4>(Schedule& schedule, const Arguments& arguments);
template void alltoall_bruck<8>(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
