#include "coll/board/flat.hpp"

#include "coll/operand/operand.hpp"

namespace penstock::coll {
namespace {

bool lies_flat(Schedule& schedule, const proto::Buffer& buffer) {
  return buffer.layout->is_contiguous(buffer.count) && !needs_staging(schedule, buffer.address);
}

}  // namespace

Flat flat_source(Schedule& schedule, const proto::Buffer& buffer) {
  const std::uint64_t bytes = buffer.bytes();
  if (bytes == 0) return {};
  if (lies_flat(schedule, buffer)) return {static_cast<std::byte*>(buffer.address), bytes, kNoStep};
  const proto::Buffer packed = schedule.packed(bytes);
  return {static_cast<std::byte*>(packed.address), bytes, schedule.copy(packed, buffer)};
}

Flat flat_target(Schedule& schedule, const proto::Buffer& buffer, bool loaded) {
  const std::uint64_t bytes = buffer.bytes();
  if (bytes == 0) return {};
  if (lies_flat(schedule, buffer)) return {static_cast<std::byte*>(buffer.address), bytes, kNoStep};
  const proto::Buffer packed = schedule.packed(bytes);
  return {static_cast<std::byte*>(packed.address), bytes, loaded ? schedule.copy(packed, buffer) : kNoStep};
}

void run_on_board(Schedule& schedule, BoardOp& op, const Flat& from, const Flat& to, const proto::Buffer& target) {
  const Step done = schedule.on_board(op, {from.ready, to.ready});
  if (to.address == nullptr || to.address == target.address) return;
  schedule.copy(target, schedule.packed(to.address, to.bytes), {done});
}

}  // namespace penstock::coll
