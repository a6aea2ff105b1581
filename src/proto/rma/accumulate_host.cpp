#include "proto/rma/accumulate_host.hpp"

#include <algorithm>

#include "proto/layout/pack.hpp"

namespace penstock::proto::rma {
namespace {

constexpr std::uint64_t kPartBytes = 16 << 10;
constexpr std::size_t kPartExtents = 512;

}  // namespace

Status HostAccumulates::execute_some(AccumulateWork* work, Executed* out) {
  const std::uint32_t element = work->fold.bytes;
  const std::uint64_t first = work->done;
  const std::uint64_t most = std::min(work->bytes - first, std::max<std::uint64_t>(kPartBytes, element));
  extents_.clear();
  const std::uint64_t bytes = add_extents(work->remote, first, most, kPartExtents, element, &extents_);
  Elements elements;
  elements.count = bytes / element;
  elements.operand = operand_of(*work, bytes);
  if (work->fold.compares) elements.compare = work->compare + first;
  const bool apart = work->wants_result() && !is_together(work->result);
  if (apart) results_.resize(bytes);
  if (work->wants_result()) elements.result = apart ? results_.data() : static_cast<std::byte*>(work->result.address) + first;
  Status status = execute(*work, elements, out);
  if (apart) unpack_host(work->result, first, std::span(results_).first(out->count * element));
  work->done += out->count * element;
  return status;
}

const std::byte* HostAccumulates::operand_of(const AccumulateWork& work, std::uint64_t bytes) {
  if (work.fold.reads_only()) return nullptr;
  if (is_together(work.origin)) return static_cast<const std::byte*>(work.origin.address) + work.done;
  packed_.resize(bytes);
  pack_host(work.origin, work.done, packed_);
  return packed_.data();
}

Status HostAccumulates::execute(const AccumulateWork& work, const Elements& elements, Executed* out) {
  const Reached& reached = work.target->reached();
  if (!reached.takes_kernels(work.fold)) return core_.executor.run(reached, work.fold, extents_, elements, out);
  return core_.device.run_now(reached, work.fold, extents_, elements, core_.executor, out);
}

}  // namespace penstock::proto::rma
