#include "coll/device/buffer_ranges.hpp"

#include <algorithm>
#include <numeric>

#include "base/reduce/which.hpp"
#include "coll/device/plan.hpp"

namespace penstock::coll {
namespace {

// From the first byte of the parts to the last: others are told of one allocation.
BufferRange range_over(std::span<const proto::Buffer> parts) noexcept {
  BufferRange all;
  std::byte* end = nullptr;
  for (const proto::Buffer& part : parts) {
    const BufferRange one = range_of(part);
    if (one.bytes == 0) continue;
    all.flat = all.flat && one.flat;
    all.address = all.bytes == 0 ? one.address : std::min(all.address, one.address);
    end = all.bytes == 0 ? one.address + one.bytes : std::max(end, one.address + one.bytes);
    all.bytes = static_cast<std::uint64_t>(end - all.address);
  }
  return all;
}

// Elements of a reduction lie one extent apart, whatever of it a pair of a value and an index leaves unused.
BufferRange elements_of(const proto::Buffer& buffer) noexcept {
  if (buffer.layout == nullptr || buffer.count == 0) return {};
  const proto::Layout& layout = *buffer.layout;
  const bool flat = layout.lower_bound() == 0 && layout.true_lower_bound() == 0 && layout.extent() > 0;
  return {static_cast<std::byte*>(buffer.address),
          buffer.count * static_cast<std::uint64_t>(std::max<std::int64_t>(layout.extent(), 0)), flat};
}

// This rank's part among those that it gets.
proto::Buffer own_part(const Movement& movement, const Team& team, const Arguments& arguments) {
  if (movement.has_lists()) return arguments.recvs[static_cast<std::size_t>(team.rank)];
  return parts_at(arguments.recv, team.rank);
}

CallBuffer given(const Movement& movement, const Team& team, const Arguments& arguments) {
  if (!movement.gives(team.rank, arguments.root)) return {};
  if (movement.is_bcast()) return {arguments.recv, {}};
  const bool in_place = arguments.in_place && !movement.is_scatter();
  const proto::Buffer& send = in_place ? arguments.recv : arguments.send;
  if (movement.part_for_each && movement.has_lists()) return {{}, in_place ? arguments.recvs : arguments.sends};
  if (movement.lengths == Lengths::kCounts) {
    const auto elements = std::accumulate(arguments.counts.begin(), arguments.counts.end(), std::uint64_t{0});
    return {{send.address, elements, send.layout}, {}};
  }
  if (movement.part_for_each) return {parts_at(send, 0, team.size), {}};
  if (!in_place || movement.folds) return {send, {}};
  return movement.is_rooted() ? CallBuffer{} : CallBuffer{own_part(movement, team, arguments), {}};
}

CallBuffer taken(const Movement& movement, const Team& team, const Arguments& arguments) {
  const bool stays = (arguments.in_place && movement.is_scatter()) || (movement.is_bcast() && at_root(team, arguments));
  const bool none = movement.prefix == Prefix::kBeforeOwn && team.rank == 0;
  if (stays || none || !movement.takes(team.rank, arguments.root)) return {};
  if (!movement.part_of_each) return {arguments.recv, {}};
  return movement.has_lists() ? CallBuffer{{}, arguments.recvs} : CallBuffer{parts_at(arguments.recv, 0, team.size), {}};
}

}  // namespace

BufferRange range_of(const proto::Buffer& buffer) noexcept {
  if (buffer.layout == nullptr || buffer.bytes() == 0) return {};
  const bool flat = buffer.layout->is_contiguous(buffer.count);
  return {static_cast<std::byte*>(buffer.address) + buffer.layout->true_lower_bound(), buffer.bytes(), flat};
}

BufferRange range_of(const Query& query, const CallBuffer& side) noexcept {
  if (!side.parts.empty()) return range_over(side.parts);
  return reduces(query.collective) ? elements_of(side.whole) : range_of(side.whole);
}

Arguments out_of_place(const Query& query, const Team& team, const Arguments& arguments) {
  const Movement& movement = movement_of(query.collective);
  Arguments call = arguments;
  if (!call.in_place || movement.is_scatter()) return call;
  call.in_place = false;
  if (movement.part_of_each && movement.part_for_each && movement.has_lists()) {
    call.sends = call.recvs;
  } else {
    call.send = movement.part_of_each && !movement.part_for_each ? own_part(movement, team, call) : call.recv;
  }
  return call;
}

// Where whoever gives moves the data, nobody else touches what it sends; where whoever takes does, what it receives.
CallBuffers call_buffers_of(const Query& query, const Team& team, const Arguments& arguments) {
  const Movement& movement = movement_of(query.collective);
  const bool root = movement.is_rooted() && at_root(team, arguments);
  CallBuffers sides{given(movement, team, arguments), taken(movement, team, arguments)};
  if (movement.folds) {
    const bool alone = root && root_works_alone(query);
    sides.send.own = alone;
    sides.recv.own = alone || movement.part_for_each;
  } else if (movement.is_bcast()) {
    sides.send.own = root_works_alone(query);
  } else {
    const bool takers_move = takers_move_data(movement);
    sides.send.own = !takers_move || root;
    sides.recv.own = takers_move || (movement.is_scatter() && root);
  }
  sides.overlap = arguments.in_place && movement.part_for_each && (movement.folds || movement.part_of_each);
  return sides;
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
  if (!movement_of(query.collective).has_data()) return false;
  return !reduces(query.collective) || folding_of(arguments, &folding);
}

}  // namespace penstock::coll
