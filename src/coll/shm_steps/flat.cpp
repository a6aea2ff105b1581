#include "coll/shm_steps/flat.hpp"

#include "coll/operand/operand.hpp"

namespace penstock::coll {
bool lies_flat(Schedule& schedule, const proto::Buffer& buffer) {
  return buffer.layout->is_contiguous(buffer.count) && !needs_staging(schedule, buffer.address);
}

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

Step copy_own(Schedule& schedule, ShmProgram& op, const proto::Buffer& to, const proto::Buffer& from, Step after) {
  if (from.bytes() == 0) return kNoStep;
  if (!lies_flat(schedule, to) || !lies_flat(schedule, from)) return schedule.copy(to, from, {after});
  op.copy(static_cast<std::byte*>(to.address), static_cast<const std::byte*>(from.address), from.bytes());
  return kNoStep;
}

void run_on_shm(Schedule& schedule, ShmProgram& op, const Flat& from, const Flat& to, const proto::Buffer& target) {
  const Step done = schedule.on_shm(op, {from.ready, to.ready});
  if (to.address == nullptr || to.address == target.address) return;
  schedule.copy(target, schedule.packed(to.address, to.bytes), {done, from.ready, to.ready});
}

std::byte* ScatteredParts::target(const proto::Buffer& part) {
  if (lies_flat(schedule_, part)) return static_cast<std::byte*>(part.address);
  elsewhere_.push_back({schedule_.packed(part.bytes()), part});
  return static_cast<std::byte*>(elsewhere_.back().from.address);
}

std::span<std::byte*> ScatteredParts::targets(std::span<const proto::Buffer> parts, int left_out) {
  auto* addresses = reinterpret_cast<std::byte**>(schedule_.scratch(parts.size() * sizeof(std::byte*)));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool wanted = static_cast<int>(i) != left_out && parts[i].bytes() != 0;
    addresses[i] = wanted ? target(parts[i]) : nullptr;
  }
  return {addresses, parts.size()};
}

void ScatteredParts::put(Step done) {
  for (const Part& part : elsewhere_) schedule_.copy(part.to, part.from, {done});
}

}  // namespace penstock::coll
