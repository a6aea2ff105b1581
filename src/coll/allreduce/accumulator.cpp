#include <algorithm>

#include "coll/allreduce/allreduce.hpp"

namespace penstock::coll {
namespace {

// Managed memory counts as the GPU's: reading it here would move its pages under kernels that may be using them.
bool needs_staging(Schedule& schedule, const void* address) {
  accel::Memory memory;
  if (Status known = schedule.engine().accel().query(address, &memory); !known.is_ok()) {
    schedule.fail(std::move(known));
    return true;
  }
  return !memory.on_host();
}

}  // namespace

proto::Buffer Accumulator::part(std::uint64_t first, std::uint64_t count) const noexcept {
  auto* address = static_cast<std::byte*>(buffer.address) + static_cast<std::int64_t>(first) * buffer.layout->extent();
  return {address, count, buffer.layout};
}

proto::Buffer make_operand(Schedule& schedule, const proto::Layout& layout, std::uint64_t count) {
  const std::uint64_t bytes = count * static_cast<std::uint64_t>(std::max<std::int64_t>(layout.extent(), 0));
  return {schedule.scratch(std::max<std::uint64_t>(bytes, 1)), count, &layout};
}

Accumulator make_accumulator(Schedule& schedule, const Arguments& arguments) {
  Accumulator accumulator;
  const proto::Buffer& recv = arguments.recv;
  const proto::Buffer& mine = arguments.in_place ? recv : arguments.send;
  accumulator.staged = needs_staging(schedule, recv.address);
  accumulator.buffer = accumulator.staged ? make_operand(schedule, *recv.layout, recv.count) : recv;
  if (accumulator.staged || !arguments.in_place) accumulator.loaded = schedule.copy(accumulator.buffer, mine);
  return accumulator;
}

Step store_result(Schedule& schedule, const Arguments& arguments, const Accumulator& accumulator, Step last) {
  if (!accumulator.staged) return kNoStep;
  return schedule.copy(arguments.recv, accumulator.buffer, {last});
}

}  // namespace penstock::coll
