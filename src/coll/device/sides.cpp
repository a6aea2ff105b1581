#include "coll/device/sides.hpp"

#include <algorithm>
#include <numeric>

#include "base/reduce/which.hpp"
#include "coll/device/plan.hpp"
#include "coll/operand/operand.hpp"

namespace penstock::coll {
namespace {

using enum Collective;

// From the first byte of the parts to the last: others are told of one allocation.
Stretch stretch_over(std::span<const proto::Buffer> parts) noexcept {
  Stretch all;
  std::byte* end = nullptr;
  for (const proto::Buffer& part : parts) {
    const Stretch one = stretch_of(part);
    if (one.bytes == 0) continue;
    all.flat = all.flat && one.flat;
    all.address = all.bytes == 0 ? one.address : std::min(all.address, one.address);
    end = all.bytes == 0 ? one.address + one.bytes : std::max(end, one.address + one.bytes);
    all.bytes = static_cast<std::uint64_t>(end - all.address);
  }
  return all;
}

// Elements of a reduction lie one extent apart, whatever of it a pair of a value and an index leaves unused.
Stretch elements_of(const proto::Buffer& buffer) noexcept {
  if (buffer.layout == nullptr || buffer.count == 0) return {};
  const proto::Layout& layout = *buffer.layout;
  const bool flat = layout.lower_bound() == 0 && layout.true_lower_bound() == 0 && layout.extent() > 0;
  return {static_cast<std::byte*>(buffer.address),
          buffer.count * static_cast<std::uint64_t>(std::max<std::int64_t>(layout.extent(), 0)), flat};
}

Sides sides_of_reduction(const Query& query, const Team& team, const Arguments& arguments) {
  Sides sides;
  sides.send.whole = own_operand(arguments);
  if (query.collective == kReduceScatterBlock) sides.send.whole.count *= static_cast<std::uint64_t>(team.size);
  if (query.collective == kReduceScatter) {
    sides.send.whole.count = std::accumulate(arguments.counts.begin(), arguments.counts.end(), std::uint64_t{0});
  }
  const bool none =
      (query.collective == kReduce && !at_root(team, arguments)) || (query.collective == kExscan && team.rank == 0);
  if (!none) sides.recv.whole = arguments.recv;
  const bool in_parts = query.collective == kReduceScatterBlock || query.collective == kReduceScatter;
  const bool alone = query.collective == kReduce && at_root(team, arguments) && root_works_alone(query);
  sides.send.own = alone;
  sides.recv.own = alone || in_parts;
  sides.overlap = in_parts && arguments.in_place;
  return sides;
}

Sides sides_of_movement(const Query& query, const Team& team, const Arguments& arguments) {
  Sides sides;
  const bool root = at_root(team, arguments);
  const auto rank = static_cast<std::size_t>(team.rank);
  switch (query.collective) {
    case kBcast:
      (root ? sides.send : sides.recv).whole = arguments.recv;
      sides.send.own = root_works_alone(query);
      break;
    case kGather:
      sides.send.own = true;
      if (!arguments.in_place) sides.send.whole = arguments.send;
      if (root) sides.recv.whole = parts_at(arguments.recv, 0, team.size);
      break;
    case kScatter:
      sides.send.own = true;
      sides.recv.own = root;
      if (root) sides.send.whole = parts_at(arguments.send, 0, team.size);
      if (!arguments.in_place) sides.recv.whole = arguments.recv;
      break;
    case kAllgather:
      sides.send.own = true;
      sides.send.whole = arguments.in_place ? parts_at(arguments.recv, team.rank) : arguments.send;
      sides.recv.whole = parts_at(arguments.recv, 0, team.size);
      break;
    case kAlltoall:
      sides.send.own = true;
      sides.send.whole = parts_at(arguments.in_place ? arguments.recv : arguments.send, 0, team.size);
      sides.recv.whole = parts_at(arguments.recv, 0, team.size);
      sides.overlap = arguments.in_place;
      break;
    case kGatherv:
      sides.send.own = root;
      if (!arguments.in_place) sides.send.whole = arguments.send;
      if (root) sides.recv = {{}, arguments.recvs, true};
      break;
    case kScatterv:
      sides.recv.own = root;
      if (!arguments.in_place) sides.recv.whole = arguments.recv;
      if (root) sides.send = {{}, arguments.sends, true};
      break;
    case kAllgatherv:
      sides.send.whole = arguments.in_place ? arguments.recvs[rank] : arguments.send;
      sides.recv = {{}, arguments.recvs, true};
      break;
    case kAlltoallw:
      sides.send.parts = arguments.in_place ? arguments.recvs : arguments.sends;
      sides.recv = {{}, arguments.recvs, true};
      sides.overlap = arguments.in_place;
      break;
    default: break;
  }
  return sides;
}

}  // namespace

Stretch stretch_of(const proto::Buffer& buffer) noexcept {
  if (buffer.layout == nullptr || buffer.bytes() == 0) return {};
  const bool flat = buffer.layout->is_contiguous(buffer.count);
  return {static_cast<std::byte*>(buffer.address) + buffer.layout->true_lower_bound(), buffer.bytes(), flat};
}

Stretch stretch_of(const Query& query, const Side& side) noexcept {
  if (!side.parts.empty()) return stretch_over(side.parts);
  return reduces(query.collective) ? elements_of(side.whole) : stretch_of(side.whole);
}

Arguments out_of_place(const Query& query, const Team& team, const Arguments& arguments) {
  Arguments call = arguments;
  if (!call.in_place || query.collective == kScatter || query.collective == kScatterv) return call;
  call.in_place = false;
  switch (query.collective) {
    case kGather:
    case kAllgather: call.send = parts_at(call.recv, team.rank); break;
    case kGatherv:
    case kAllgatherv: call.send = call.recvs[static_cast<std::size_t>(team.rank)]; break;
    case kAlltoallw: call.sends = call.recvs; break;
    default: call.send = call.recv; break;
  }
  return call;
}

Sides sides_of(const Query& query, const Team& team, const Arguments& arguments) {
  return reduces(query.collective) ? sides_of_reduction(query, team, arguments) : sides_of_movement(query, team, arguments);
}

bool folding_of(const Arguments& arguments, kernels::Folding* out) noexcept {
  base::Operation operation{};
  base::Element element{};
  const base::ReduceKernel* kernel = arguments.reduction.kernel;
  return kernel != nullptr && base::find_operation(*kernel, &operation, &element) &&
         kernels::find_folding(operation, element, out);
}

bool serves_on_devices(const Query& query, const Arguments& arguments) noexcept {
  if (query.inter || query.ranks < 2 || query.ranks > static_cast<int>(kernels::kMostFolded)) return false;
  kernels::Folding folding;
  switch (query.collective) {
    case kBcast:
    case kGather:
    case kScatter:
    case kAllgather:
    case kAlltoall:
    case kGatherv:
    case kScatterv:
    case kAllgatherv:
    case kAlltoallw: return true;
    case kReduce:
    case kAllreduce:
    case kReduceScatterBlock:
    case kReduceScatter:
    case kScan:
    case kExscan: return folding_of(arguments, &folding);
    default: return false;
  }
}

}  // namespace penstock::coll
