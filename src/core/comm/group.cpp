#include "core/comm/group.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

// Marks the members that the ranks name.
Status mark(const Group& group, std::span<const int> ranks, std::vector<bool>* named) {
  named->assign(static_cast<std::size_t>(group.size()), false);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const int rank = ranks[i];
    if (rank < 0 || rank >= group.size()) {
      return Status::error(Code::kRank, "ranks[{}] is {}, outside a group of {}", i, rank, group.size());
    }
    if ((*named)[static_cast<std::size_t>(rank)]) {
      return Status::error(Code::kRank, "ranks[{}] is {}, which stands in the list before", i, rank);
    }
    (*named)[static_cast<std::size_t>(rank)] = true;
  }
  return Status::ok();
}

// Appends the members of `group` that are (`wanted`) or are not in `other`.
void append(const Group& group, const Group& other, bool wanted, std::vector<int>* world) {
  std::ranges::copy_if(group.world(), std::back_inserter(*world),
                       [&](int rank) { return (other.rank_of(rank) != MPI_UNDEFINED) == wanted; });
}

}  // namespace

Group::Group(std::vector<int> world, int self, Ref<Session> session)
    : world_(std::move(world)), index_(world_), rank_(rank_of(self)), session_(std::move(session)) {}

int compare(const Group& a, const Group& b) noexcept {
  if (a.size() != b.size()) return MPI_UNEQUAL;
  if (std::ranges::equal(a.world(), b.world())) return MPI_IDENT;
  const bool same_members =
      std::ranges::all_of(a.world(), [&](int world_rank) { return b.rank_of(world_rank) != MPI_UNDEFINED; });
  return same_members ? MPI_SIMILAR : MPI_UNEQUAL;
}

Status make_group(Instance& instance, std::vector<int> world, Ref<Session> session, Group** out) {
  if (world.empty()) {
    *out = instance.table<Group>().find(number_of(MPI_GROUP_EMPTY));
    return Status::ok();
  }
  return instance.publish(Ref<Group>::adopt(new Group(std::move(world), instance.rank(), std::move(session))), out);
}

Status include(Instance& instance, const Group& group, std::span<const int> ranks, Group** out) {
  std::vector<bool> named;
  PENSTOCK_TRY(mark(group, ranks, &named));
  std::vector<int> world;
  world.reserve(ranks.size());
  for (const int rank : ranks) world.push_back(group.world_rank(rank));
  return make_group(instance, std::move(world), group.session(), out);
}

Status exclude(Instance& instance, const Group& group, std::span<const int> ranks, Group** out) {
  std::vector<bool> named;
  PENSTOCK_TRY(mark(group, ranks, &named));
  std::vector<int> world;
  for (int rank = 0; rank < group.size(); ++rank) {
    if (!named[static_cast<std::size_t>(rank)]) world.push_back(group.world_rank(rank));
  }
  return make_group(instance, std::move(world), group.session(), out);
}

Status unite(Instance& instance, const Group& a, const Group& b, Group** out) {
  std::vector<int> world(a.world().begin(), a.world().end());
  append(b, a, false, &world);
  return make_group(instance, std::move(world), a.session(), out);
}

Status intersect(Instance& instance, const Group& a, const Group& b, Group** out) {
  std::vector<int> world;
  append(a, b, true, &world);
  return make_group(instance, std::move(world), a.session(), out);
}

Status subtract(Instance& instance, const Group& a, const Group& b, Group** out) {
  std::vector<int> world;
  append(a, b, false, &world);
  return make_group(instance, std::move(world), a.session(), out);
}

Status expand_ranges(int size, std::span<const int[3]> ranges, std::vector<int>* ranks) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const std::int64_t first = ranges[i][0];
    const std::int64_t last = ranges[i][1];
    const std::int64_t stride = ranges[i][2];
    if (stride == 0) return Status::error(Code::kArg, "ranges[{}] has stride 0", i);
    if (first != last && (last > first) != (stride > 0)) {
      return Status::error(Code::kArg, "ranges[{}]: stride {} does not lead from {} to {}", i, stride, first, last);
    }
    for (std::int64_t rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
      if (rank < 0 || rank >= size) {
        return Status::error(Code::kRank, "ranges[{}] has rank {}, outside a group of {}", i, rank, size);
      }
      ranks->push_back(static_cast<int>(rank));
    }
  }
  return Status::ok();
}

}  // namespace penstock::core
