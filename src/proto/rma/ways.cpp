#include "proto/rma/ways.hpp"

namespace penstock::proto::rma {
namespace {

using transport::Remote;

// `cost_us` is called for paths that have all `needed` bits; it is negative for a path that cannot do the operation.
template <typename Cost>
const Remote* cheapest(const transport::Attachment& attached, std::uint32_t needed, std::uint32_t refused,
                       const Cost& cost_us) {
  const auto& ways = attached.ways;
  const Remote* best = nullptr;
  double least = 0;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if ((refused >> i & 1U) != 0 || (ways[i].bits & needed) != needed) continue;
    const double us = cost_us(ways[i]);
    if (us < 0 || (best != nullptr && us >= least)) continue;
    best = &ways[i];
    least = us;
  }
  return best;
}

}  // namespace

const Remote* choose_move(const transport::Attachment& attached, bool puts, const transport::Move& move,
                          std::uint32_t refused) {
  std::uint32_t needed = (puts ? transport::kRemotePut : transport::kRemoteGet) |
                         (move.memory.on_host() ? transport::kHostLocal : transport::kDeviceLocal);
  if (!transport::is_contiguous(move.remote) || !transport::is_contiguous(move.local)) needed |= transport::kStridedMoves;
  return cheapest(attached, needed, refused,
                  [&](const Remote& way) { return (puts ? way.put_cost : way.get_cost).of(move.bytes); });
}

const Remote* choose_atomic(const transport::Attachment& attached, const transport::Atomic& atomic, std::uint32_t refused) {
  return cheapest(attached, transport::kAtomicsByCpu, refused, [&](const Remote& way) {
    return way.atomics.has(atomic.op, atomic.width) ? way.atomic_cost.latency_us : -1;
  });
}

const Remote* find_way_for_pieces(const transport::Attachment& attached, bool puts) {
  const std::uint32_t needed =
      (puts ? transport::kRemotePut : transport::kRemoteGet) | transport::kHostLocal | transport::kNeedsNoTarget;
  for (const Remote& way : attached.ways) {
    if ((way.bits & needed) == needed) return &way;
  }
  return nullptr;
}

}  // namespace penstock::proto::rma
