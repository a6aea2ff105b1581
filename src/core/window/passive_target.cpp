#include "core/window/passive_target.hpp"

#include <atomic>
#include <utility>

namespace penstock::core {
namespace {

Hold hold_of(int type, int assertion) noexcept {
  if ((assertion & MPI_MODE_NOCHECK) != 0) return Hold::kUnchecked;
  return type == MPI_LOCK_SHARED ? Hold::kShared : Hold::kExclusive;
}

LockSide side_of(Hold hold) noexcept {
  return hold == Hold::kShared ? LockSide::kFirst : LockSide::kSecond;
}

}  // namespace

Status PassiveTarget::check_lockable(int assertion) const {
  if ((assertion & ~MPI_MODE_NOCHECK) != 0) {
    return Status::error(Code::kAssert, "the assertion {:#x} has bits beside MPI_MODE_NOCHECK", assertion);
  }
  if (!core_.hints().no_locks()) return Status::ok();
  return Status::error(Code::kRmaSync, "the window was made with the info key no_locks: it has no locks");
}

// This rank takes the second side once for all its exclusive locks: a rank that has it never waits for it again, whichever
// other rank waits for the first side.
Status PassiveTarget::take_window_lock(LockSide side) {
  if (taking_window_) PENSTOCK_TRY(core_.wait_until([&] { return !taking_window_; }));
  if (side == LockSide::kSecond && exclusives_++ != 0 && window_held_) return Status::ok();
  WindowPeer* first = nullptr;
  PENSTOCK_TRY(members_.peer(0, &first));
  taking_window_ = true;
  Status taken = WindowLock(core_, first->control, first->window_lock, true).acquire(side);
  taking_window_ = false;
  window_held_ = taken.is_ok();
  window_side_ = side;
  core_.instance().engine().progress().wake_ready();
  return taken;
}

Status PassiveTarget::release_window_lock() {
  if (window_side_ == LockSide::kSecond && --exclusives_ != 0) return Status::ok();
  window_held_ = false;
  WindowPeer* first = nullptr;
  PENSTOCK_TRY(members_.peer(0, &first));
  return WindowLock(core_, first->control, first->window_lock, true).release(window_side_);
}

Status PassiveTarget::take_lock(WindowPeer& peer, Hold hold) {
  if (hold == Hold::kExclusive) PENSTOCK_TRY(take_window_lock(LockSide::kSecond));
  if (hold == Hold::kUnchecked) return Status::ok();
  return WindowLock(core_, peer.control, peer.memory_lock, false).acquire(side_of(hold));
}

Status PassiveTarget::release_lock(WindowPeer& peer) {
  const Hold hold = std::exchange(peer.hold, Hold::kNone);
  peer.direct.admits = 0;
  if (hold == Hold::kUnchecked) return Status::ok();
  Status released = WindowLock(core_, peer.control, peer.memory_lock, false).release(side_of(hold));
  if (hold == Hold::kExclusive) PENSTOCK_TRY(release_window_lock());
  return released;
}

Status PassiveTarget::lock_member(int rank, Hold hold) {
  WindowPeer* target = nullptr;
  PENSTOCK_TRY(members_.peer(rank, &target));
  if (target->hold != Hold::kNone) return Status::error(Code::kRmaSync, "rank {} is locked by this rank already", rank);
  PENSTOCK_TRY(take_lock(*target, hold));
  target->hold = hold;
  target->direct.admits = kAdmitsAccess | kAdmitsPassive;
  return Status::ok();
}

Status PassiveTarget::lock(int type, int rank, int assertion) {
  if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE) {
    return Status::error(Code::kLocktype, "{} is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE", type);
  }
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  PENSTOCK_TRY(check_lockable(assertion));
  PENSTOCK_TRY(access_.check_begin(Access::kLocked, "MPI_Win_lock"));
  if (rank != MPI_PROC_NULL) {
    PENSTOCK_TRY(lock_member(rank, hold_of(type, assertion)));
  } else {
    if (null_locked_) return Status::error(Code::kRmaSync, "MPI_PROC_NULL is locked already");
    null_locked_ = true;
  }
  access_.set(Access::kLocked);
  ++locks_;
  return Status::ok();
}

Status PassiveTarget::unlock(int rank) {
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  WindowPeer* const target = members_.find(rank);
  const bool held = rank != MPI_PROC_NULL ? target != nullptr && target->hold != Hold::kNone : null_locked_;
  if (access_.kind() != Access::kLocked || !held) {
    return Status::error(Code::kRmaSync, "rank {} is not locked by this rank", rank);
  }
  Status completed = target != nullptr ? completion_.complete_before_unlock(*target) : Status::ok();
  Status released = target != nullptr ? release_lock(*target) : Status::ok();
  if (target == nullptr) null_locked_ = false;
  if (--locks_ == 0) access_.set(Access::kNone);
  return completed.is_ok() ? std::move(released) : std::move(completed);
}

Status PassiveTarget::lock_all(int assertion) {
  PENSTOCK_TRY(check_lockable(assertion));
  if (access_.kind() == Access::kLocked) {
    return Status::error(Code::kRmaSync, "MPI_Win_lock_all within an epoch of MPI_Win_lock: end that first");
  }
  PENSTOCK_TRY(access_.check_begin(Access::kLockedAll, "MPI_Win_lock_all"));
  if ((assertion & MPI_MODE_NOCHECK) == 0) PENSTOCK_TRY(take_window_lock(LockSide::kFirst));
  access_.set(Access::kLockedAll);
  return Status::ok();
}

Status PassiveTarget::unlock_all() {
  if (access_.kind() != Access::kLockedAll) {
    return Status::error(Code::kRmaSync, "MPI_Win_unlock_all without MPI_Win_lock_all before it");
  }
  Status completed = completion_.complete_all(true);
  access_.set(Access::kNone);
  Status released = window_held_ ? release_window_lock() : Status::ok();
  return completed.is_ok() ? std::move(released) : std::move(completed);
}

Status PassiveTarget::flush(int rank) {
  PENSTOCK_TRY(access_.check_passive(rank));
  if (rank == MPI_PROC_NULL) return Status::ok();
  WindowPeer* target = nullptr;
  PENSTOCK_TRY(members_.peer(rank, &target));
  return completion_.complete_at(*target);
}

Status PassiveTarget::flush_local(int rank) {
  PENSTOCK_TRY(access_.check_passive(rank));
  if (rank == MPI_PROC_NULL) return Status::ok();
  WindowPeer* target = nullptr;
  PENSTOCK_TRY(members_.peer(rank, &target));
  return completion_.complete_locally(*target);
}

Status PassiveTarget::flush_all() {
  PENSTOCK_TRY(access_.check_passive(MPI_PROC_NULL));
  if (completion_.is_complete()) completion_.call_quietly();
  return completion_.complete_all(true);
}

Status PassiveTarget::flush_local_all() {
  PENSTOCK_TRY(access_.check_passive(MPI_PROC_NULL));
  return completion_.complete_all(false);
}

Status PassiveTarget::sync() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  core_.instance().engine().progress().poll();
  return Status::ok();
}

}  // namespace penstock::core
