// An ordered set of ranks of the job.
#pragma once

#include <span>
#include <vector>

#include "base/status.hpp"
#include "core/comm/rank_index.hpp"
#include "core/comm/session.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Instance;

// Groups are immutable.
class Group final : public Object {
 public:
  // `world[i]` is the world rank of member i; `self` is the world rank of this process. `session` is the session from
  // which the group was made, null for the world.
  Group(std::vector<int> world, int self, Ref<Session> session = {});

  [[nodiscard]] int size() const noexcept { return static_cast<int>(world_.size()); }
  // This process's rank, or MPI_UNDEFINED.
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] std::span<const int> world() const noexcept { return world_; }
  [[nodiscard]] int world_rank(int rank) const noexcept { return world_[static_cast<std::size_t>(rank)]; }
  // Returns the rank in the group of the process with that world rank, or MPI_UNDEFINED.
  [[nodiscard]] int rank_of(int world_rank) const noexcept {
    const int rank = index_.find(world_rank);
    return rank != RankIndex::kNone ? rank : MPI_UNDEFINED;
  }

  // Returns the session, which groups and communicators that are made from this group inherit. Null: the world.
  [[nodiscard]] const Ref<Session>& session() const noexcept { return session_; }

  MPI_Group handle = MPI_GROUP_NULL;

 private:
  ~Group() override = default;

  std::vector<int> world_;
  RankIndex index_;
  int rank_;
  Ref<Session> session_;
};

// Returns MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
[[nodiscard]] int compare(const Group& a, const Group& b) noexcept;

// Each makes a new group, or returns the predefined empty group if no member is left. Ranks outside the group
// and duplicate ranks are refused with kRank.
[[nodiscard]] Status make_group(Instance& instance, std::vector<int> world, Ref<Session> session, Group** out);
[[nodiscard]] Status include(Instance& instance, const Group& group, std::span<const int> ranks, Group** out);
[[nodiscard]] Status exclude(Instance& instance, const Group& group, std::span<const int> ranks, Group** out);
[[nodiscard]] Status unite(Instance& instance, const Group& a, const Group& b, Group** out);
[[nodiscard]] Status intersect(Instance& instance, const Group& a, const Group& b, Group** out);
[[nodiscard]] Status subtract(Instance& instance, const Group& a, const Group& b, Group** out);

// Expands (first, last, stride) triplets to ranks. Returns kArg for a stride that does not lead from first to last, kRank for
// ranks outside a group of `size`.
[[nodiscard]] Status expand_ranges(int size, std::span<const int[3]> ranges, std::vector<int>* ranks);

}  // namespace penstock::core
