#include "core/group.hpp"

#include <algorithm>
#include <utility>

namespace penstock::core {

Group::Group(std::vector<int> world, int self) : world_(std::move(world)) {
  const auto last = std::max_element(world_.begin(), world_.end());
  if (last != world_.end()) rank_of_.assign(static_cast<std::size_t>(*last) + 1, MPI_UNDEFINED);
  for (std::size_t i = 0; i < world_.size(); ++i) rank_of_[static_cast<std::size_t>(world_[i])] = static_cast<int>(i);
  rank_ = rank_of(self);
}

int compare(const Group& a, const Group& b) noexcept {
  if (a.size() != b.size()) return MPI_UNEQUAL;
  if (std::ranges::equal(a.world(), b.world())) return MPI_IDENT;
  const bool same_members =
      std::ranges::all_of(a.world(), [&](int world_rank) { return b.rank_of(world_rank) != MPI_UNDEFINED; });
  return same_members ? MPI_SIMILAR : MPI_UNEQUAL;
}

}  // namespace penstock::core
