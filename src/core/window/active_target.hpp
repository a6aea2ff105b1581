// This part of a window has active target synchronization: fences, and the epochs of groups that MPI_Win_post, MPI_Win_start,
// MPI_Win_complete and MPI_Win_wait make.
#pragma once

#include <vector>

#include "base/status.hpp"
#include "core/comm/group.hpp"
#include "core/window/access_epoch.hpp"
#include "core/window/completion.hpp"
#include "core/window/core.hpp"
#include "core/window/members.hpp"
#include "core/window/memory.hpp"

namespace penstock::core {

// For each pair of members there are two counters, which only grow: a rank that exposes its memory adds one at each origin, and
// an origin that has completed its epoch adds one at each target. Nothing waits for an epoch but an operation to a rank that
// has not posted.
class ActiveTarget {
 public:
  ActiveTarget(WindowCore& core, WindowMembers& members, WindowMemory& memory, WindowCompletion& completion,
               AccessEpoch& access) noexcept
      : core_(core), members_(members), memory_(memory), completion_(completion), access_(access) {}

  Status fence(int assertion);
  Status post(const Group& group, int assertion);
  Status start(const Group& group, int assertion);
  Status complete();
  Status wait();
  Status test(bool* over);

  // Blocks until the member has posted, if it is in the group of MPI_Win_start.
  Status await_post(WindowPeer& peer);
  // An exposure epoch of MPI_Win_post has begun and not ended.
  [[nodiscard]] bool exposes() const noexcept { return exposes_; }

 private:
  Status check_fence(int assertion);
  Status check_group(const Group& group, std::vector<int>* ranks) const;
  // Adds one to the counter at `offset` of the member's control region, and wakes the member.
  Status count_at(WindowPeer& peer, std::uint64_t offset);
  [[nodiscard]] bool all_completed() const;
  Status end_exposure();

  WindowCore& core_;
  WindowMembers& members_;
  WindowMemory& memory_;
  WindowCompletion& completion_;
  AccessEpoch& access_;
  std::vector<int> started_;  // MPI_Win_start got this group,
  std::vector<int> posted_;   // and MPI_Win_post this one.
  bool exposes_ = false;
};

}  // namespace penstock::core
