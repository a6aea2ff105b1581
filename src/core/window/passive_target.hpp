// This part of a window has passive target synchronization: locks, and completion within an epoch of locks.
#pragma once

#include "base/status.hpp"
#include "core/window/access_epoch.hpp"
#include "core/window/completion.hpp"
#include "core/window/core.hpp"
#include "core/window/lock_word.hpp"
#include "core/window/members.hpp"

namespace penstock::core {

class PassiveTarget {
 public:
  PassiveTarget(WindowCore& core, WindowMembers& members, WindowCompletion& completion, AccessEpoch& access) noexcept
      : core_(core), members_(members), completion_(completion), access_(access) {}

  Status lock(int type, int rank, int assertion);
  Status unlock(int rank);
  Status lock_all(int assertion);
  Status unlock_all();
  Status flush(int rank);
  Status flush_all();
  Status flush_local(int rank);
  Status flush_local_all();
  Status sync();

 private:
  // Returns an error where `assertion` has other bits than MPI_MODE_NOCHECK, or the window has no locks.
  [[nodiscard]] Status check_lockable(int assertion) const;
  // The window's lock is that of member 0 (ControlLayout::kWindowLock); this rank takes either side of it.
  Status take_window_lock(LockSide side);
  Status release_window_lock();
  Status take_lock(WindowPeer& peer, Hold hold);
  Status release_lock(WindowPeer& peer);
  Status lock_member(int rank, Hold hold);

  WindowCore& core_;
  WindowMembers& members_;
  WindowCompletion& completion_;
  AccessEpoch& access_;
  bool window_held_ = false;
  bool taking_window_ = false;  // Another thread of this rank waits for the window's lock.
  LockSide window_side_ = LockSide::kFirst;
  int exclusives_ = 0;  // This rank holds so many exclusive locks of members.
  int locks_ = 0;       // This rank holds so many locks of members, that of MPI_PROC_NULL among them.
  bool null_locked_ = false;
};

}  // namespace penstock::core
