// How calls are cut: into shares of rails, and those into pieces.
#include "coll/device/plan.hpp"
#include "coll/hierarchical_device/hierarchical.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kSlotAlignment = 256;
// Up to here every host folds all of a piece, which takes one message a host instead of two.
constexpr std::uint64_t kWhole = 64 << 10;

// Places for what comes of other hosts, and for what is on its way there.
std::uint64_t slots_of(const HierarchicalData& data, const Hosts& hosts) noexcept {
  const auto count = static_cast<std::uint64_t>(hosts.count());
  const Movement& movement = movement_of(data.query.collective);
  if (!movement.folds) return 0;
  if (!movement.part_for_each) return count;
  const auto for_each = static_cast<std::uint64_t>((hosts.largest() + hosts.rails() - 1) / hosts.rails());
  return count + (count - 1) * for_each;
}

// Parts belong to their ranks; of all else each rail has a share.
Share share_of_rank(const HierarchicalData& data, const Hosts& hosts) noexcept {
  const Movement& movement = movement_of(data.query.collective);
  if (movement.part_of_each || movement.part_for_each) return {0, data.elements};
  if (!hosts.on_rail()) return {};
  return share_of(data.elements, data.unit, static_cast<std::uint64_t>(hosts.rails()),
                  static_cast<std::uint64_t>(hosts.index()));
}

}  // namespace

HierarchicalCut cut_of(const HierarchicalData& data, const Hosts& hosts, std::uint64_t chunk, std::uint64_t room) noexcept {
  HierarchicalCut cut;
  const Share share = share_of_rank(data, hosts);
  cut.slots = slots_of(data, hosts);
  cut.first = share.first;
  cut.cut = {share.count, piece_of(chunk, room, cut.slots, data.unit)};
  // Between two hosts as many bytes go either way in one round.
  cut.in_blocks = data.query.collective == Collective::kAllreduce && hosts.count() > 2 && data.query.bytes > kWhole;
  const std::uint64_t longest = cut.cut.piece < share.count ? cut.cut.piece : share.count;
  const std::uint64_t elements =
      cut.in_blocks ? first_of_block(longest, static_cast<std::uint64_t>(hosts.count()), 1) : longest;
  cut.slot_bytes = (elements * data.unit + kSlotAlignment - 1) / kSlotAlignment * kSlotAlignment;
  return cut;
}

}  // namespace penstock::coll
