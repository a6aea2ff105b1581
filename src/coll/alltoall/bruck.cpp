// Bruck's all-to-all (Bruck et al. 1997): ceil(log2 n) rounds of about half of all parts, for small parts. Parts are numbered
// by their distance to the rank they are for; in the round of each bit those with the bit set in their distance move on by it.
#include <algorithm>
#include <vector>

#include "coll/alltoall/alltoall.hpp"

namespace penstock::coll {
namespace {

// Parts i of n with `bit` set in i, of `bytes` each, as one layout over all of them.
proto::Layout parts_with(std::uint64_t bit, std::uint64_t n, std::uint64_t bytes) {
  const std::uint64_t period = 2 * bit;
  const std::uint64_t whole = n / period;
  std::vector<proto::Layout::Part> parts;
  if (whole > 0) {
    proto::Layout::Part part{.offset = static_cast<std::int64_t>(bit * bytes), .shape = {}};
    part.shape.block = bit * bytes;
    if (whole > 1) {
      part.shape.dims = 1;
      part.shape.count[0] = whole;
      part.shape.stride[0] = static_cast<std::int64_t>(period * bytes);
    }
    parts.push_back(part);
  }
  const std::uint64_t rest = n % period;
  if (rest > bit) {
    proto::Layout::Part part{.offset = static_cast<std::int64_t>((whole * period + bit) * bytes), .shape = {}};
    part.shape.block = (rest - bit) * bytes;
    parts.push_back(part);
  }
  return proto::Layout::of_parts(parts, static_cast<std::int64_t>(n * bytes));
}

}  // namespace

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
  for (std::int64_t bit = 1; bit < n; bit *= 2, ++message) {
    const auto hop = static_cast<int>(bit);
    const proto::Layout* layout =
        schedule.keep(parts_with(static_cast<std::uint64_t>(bit), static_cast<std::uint64_t>(n), bytes));
    const proto::Buffer moving{parts, 1, layout};
    const proto::Buffer incoming = schedule.packed(moving.bytes());
    const Step received = schedule.recv(incoming, (rank - hop + n) % n, message);
    const Step sent = schedule.send(moving, (rank + hop) % n, message, {ready});
    ready = schedule.copy(moving, incoming, {received, sent});
  }
  // Part i came from rank - i.
  for (int i = 0; i < n; ++i) schedule.copy(parts_at(arguments.recv, (rank - i + n) % n), blocks(i, 1), {ready});
}

}  // namespace penstock::coll
