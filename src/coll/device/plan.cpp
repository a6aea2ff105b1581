// Every element of a result is made by one rank, from all operands at once, and written where it is wanted: no rank's kernel
// waits for another's, results are the same bits everywhere, and in place is as good as not, since who writes an element has
// read it before. A reduction costs 2 (n - 1)/n of its bytes in each direction of a rank's link, as a FIFO does, in one step.
#include "coll/device/plan.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace penstock::coll {
namespace {

// Below it a rank leaves its share to another, which saves a launch.
constexpr std::uint64_t kGrain = 8 << 10;
// Below it the root does all itself: what the others could take from its link is worth no launch of theirs.
constexpr std::uint64_t kRootAlone = 64 << 10;
// From here on the copy engine spreads a share quicker than the kernel that has it at hand: writes alone go over the link at
// 359 GB/s in pieces of 32 MiB or more, mixed with reads at 320; in pieces of 8 MiB at 213.
constexpr std::uint64_t kSpreadByEngine = 32 << 20;

bool by_engine(std::uint64_t bytes) noexcept {
  return bytes >= kSpreadByEngine;
}

}  // namespace

bool root_works_alone(const Query& query) noexcept {
  return query.ranks == 2 || query.bytes < kRootAlone;
}

Share share_of(std::uint64_t elements, std::uint64_t element_bytes, std::uint64_t owners, std::uint64_t i) noexcept {
  const std::uint64_t grain = std::max<std::uint64_t>(kGrain / element_bytes, 1);
  const std::uint64_t grains = (elements + grain - 1) / grain;
  const auto bound = [&](std::uint64_t owner) { return std::min((grains * owner + owners - 1) / owners * grain, elements); };
  return {bound(i), bound(i + 1) - bound(i)};
}

Status DevicePlanner::plan(DeviceWork* out) {
  if (reduces(query_.collective) && !folding_of(arguments_, &folding_)) {
    return Status::error(Code::kInternal, "no kernel folds such elements");
  }
  if (!movement_.has_data()) return Status::error(Code::kInternal, "a collective that kernels do not serve");
  movement_.folds ? list_folds() : list_moves();
  *out = std::move(work_);
  return std::move(status_);
}

void DevicePlanner::list_folds() {
  if (movement_.prefix != Prefix::kAll) return prefixes();
  if (movement_.part_for_each) return reduce_scatter();
  movement_.is_rooted() ? reduce() : allreduce();
}

void DevicePlanner::list_moves() {
  if (movement_.is_bcast()) return bcast();
  if (takers_move_data(movement_)) return take_parts();
  movement_.is_allgather() ? allgather() : give_parts();
}

std::uint64_t DevicePlanner::send_of(int member) {
  std::uint64_t address = 0;
  if (status_.is_ok()) status_ = places_.send_of(member, &address);
  return address;
}

std::uint64_t DevicePlanner::recv_of(int member) {
  std::uint64_t address = 0;
  if (status_.is_ok()) status_ = places_.recv_of(member, &address);
  return address;
}

void DevicePlanner::fold(kernels::FoldForm form, Share share, std::vector<std::uint64_t>&& targets) {
  const std::uint64_t at = share.first * element_bytes();
  FoldWork work{folding_, form, share.count, {}, std::move(targets)};
  for (int i = 0; i < team_.size; ++i) work.sources.push_back(send_of(i) + at);
  work_.folds.push_back(std::move(work));
}

void DevicePlanner::spread(std::uint64_t from, std::uint64_t bytes, std::vector<std::uint64_t>&& targets) {
  if (bytes == 0 || targets.empty()) return;
  work_.folds.push_back({kernels::copying(), kernels::FoldForm::kTotal, bytes, {from}, std::move(targets)});
}

void DevicePlanner::allreduce() {
  const auto rank = static_cast<std::uint64_t>(team_.rank);
  const Share share = share_of(query_.elements, element_bytes(), others() + 1, rank);
  if (share.count == 0) return;
  const std::uint64_t at = share.first * element_bytes();
  const std::uint64_t bytes = share.count * element_bytes();
  std::vector<std::uint64_t> targets;
  for (int k = 0; k < team_.size; ++k) {
    const std::uint64_t to = recv_of(turned(k)) + at;
    if (k == 0 || !by_engine(bytes)) {
      targets.push_back(to);
    } else {
      work_.copies.push_back({to, targets.front(), bytes});
    }
  }
  fold(kernels::FoldForm::kTotal, share, std::move(targets));
}

// The root's link has all operands to take but for its own if it does everything itself. Where the others fold, it takes only
// the result.
void DevicePlanner::reduce() {
  const bool root = team_.rank == arguments_.root;
  const bool alone = root_works_alone(query_);
  if (root != alone) return;
  const Share share =
      alone ? Share{0, query_.elements} : share_of(query_.elements, element_bytes(), others(), place_without(arguments_.root));
  if (share.count == 0) return;
  fold(kernels::FoldForm::kTotal, share, {recv_of(arguments_.root) + share.first * element_bytes()});
}

void DevicePlanner::reduce_scatter() {
  const auto rank = static_cast<std::size_t>(team_.rank);
  const auto counts = arguments_.counts;
  Share share{0, query_.elements / static_cast<std::uint64_t>(team_.size)};
  share.first = share.count * rank;
  if (movement_.lengths == Lengths::kCounts) {
    share = {std::accumulate(counts.begin(), counts.begin() + team_.rank, std::uint64_t{0}), counts[rank]};
  }
  if (share.count != 0) fold(kernels::FoldForm::kTotal, share, {recv_of(team_.rank)});
}

void DevicePlanner::prefixes() {
  const auto form = movement_.prefix == Prefix::kUpToOwn ? kernels::FoldForm::kPrefix : kernels::FoldForm::kPrefixBefore;
  const auto rank = static_cast<std::uint64_t>(team_.rank);
  const Share share = share_of(query_.elements, element_bytes(), others() + 1, rank);
  if (share.count == 0) return;
  std::vector<std::uint64_t> targets;
  for (int i = 0; i < team_.size; ++i) {
    const bool none = i == 0 && form == kernels::FoldForm::kPrefixBefore;
    targets.push_back(none ? 0 : recv_of(i) + share.first * element_bytes());
  }
  fold(form, share, std::move(targets));
}

// The copy engine is quick where it reads its own device's memory.
void DevicePlanner::spread_own(std::uint64_t from, std::uint64_t bytes, std::vector<std::uint64_t>&& targets, bool in_place) {
  const bool single = targets.size() == 1 && bytes > kMostByKernel;
  if (!by_engine(bytes) && !single) return spread(from, bytes, std::move(targets));
  for (const std::uint64_t to : targets) work_.copies.push_back({to, from, bytes, !in_place && to == targets.front()});
}

// Each of the others takes a share from the root and gives it to all but the root: every link carries the data once.
void DevicePlanner::bcast() {
  const bool root = team_.rank == arguments_.root;
  const bool alone = root_works_alone(query_);
  if (root != alone) return;
  const Share share = alone ? Share{0, query_.bytes} : share_of(query_.bytes, 1, others(), place_without(arguments_.root));
  std::vector<std::uint64_t> targets;
  for (int k = 0; k < team_.size; ++k) {
    if (turned(k) != arguments_.root) targets.push_back(recv_of(turned(k)) + share.first);
  }
  const std::uint64_t from = send_of(arguments_.root) + share.first;
  root ? spread_own(from, share.count, std::move(targets), true) : spread(from, share.count, std::move(targets));
}

// Where parts of several lengths lie at the root of a scatter, the root alone knows.
void DevicePlanner::give_parts() {
  for (int k = 1; k <= team_.size; ++k) {
    const int to = turned(k);
    const bool own = to == team_.rank;
    if (!movement_.moves(team_.rank, to, arguments_.root) || (own && arguments_.in_place)) continue;
    if (movement_.has_lists()) {
      const BufferRange part = range_of(arguments_.sends[static_cast<std::size_t>(to)]);
      if (part.bytes == 0) continue;
      work_.copies.push_back({recv_of(to), reinterpret_cast<std::uint64_t>(part.address), part.bytes, own});
    } else {
      const std::uint64_t there = recv_of(to) + static_cast<std::uint64_t>(movement_.place_at_taker(team_.rank)) * query_.bytes;
      const std::uint64_t here = send_of(team_.rank) + static_cast<std::uint64_t>(movement_.place_at_giver(to)) * query_.bytes;
      work_.copies.push_back({there, here, query_.bytes, own});
    }
  }
}

void DevicePlanner::allgather() {
  std::vector<std::uint64_t> targets;
  for (int k = arguments_.in_place ? 1 : 0; k < team_.size; ++k) {
    targets.push_back(recv_of(turned(k)) + static_cast<std::uint64_t>(team_.rank) * query_.bytes);
  }
  spread_own(send_of(team_.rank), query_.bytes, std::move(targets), arguments_.in_place);
}

void DevicePlanner::take_parts() {
  const auto rank = static_cast<std::size_t>(team_.rank);
  for (int k = arguments_.in_place ? 1 : 0; k < team_.size; ++k) {
    const int from = turned(k);
    if (!movement_.moves(from, team_.rank, arguments_.root)) continue;
    const auto member = static_cast<std::size_t>(from);
    const BufferRange to = range_of(arguments_.recvs[member]);
    if (to.bytes == 0) continue;
    const bool own = from == team_.rank;
    std::uint64_t there = 0;
    if (own && movement_.part_for_each) {
      there = reinterpret_cast<std::uint64_t>(range_of(arguments_.sends[rank]).address);
    } else {
      there = send_of(from) + (tables_.empty() ? 0 : tables_[member * static_cast<std::size_t>(team_.size) + rank]);
    }
    work_.copies.push_back({reinterpret_cast<std::uint64_t>(to.address), there, to.bytes, own});
  }
}

}  // namespace penstock::coll
