// Passive target: locks, and completion within an epoch.
#include <atomic>
#include <utility>

#include "core/object/instance.hpp"
#include "core/window/window.hpp"

namespace penstock::core {
namespace {

Status check_lock_assertion(int assertion) {
  if ((assertion & ~MPI_MODE_NOCHECK) == 0) return Status::ok();
  return Status::error(Code::kAssert, "the assertion {:#x} has bits beside MPI_MODE_NOCHECK", assertion);
}

}  // namespace

// The lock between all and one is held once for all exclusive locks of this rank: a rank that has it never waits for it again,
// whoever else does.
Status Window::take_window_lock(LockSide side) {
  if (taking_window_) PENSTOCK_TRY(core_.wait_until([&] { return !taking_window_; }));
  if (side == LockSide::kSecond && exclusives_++ != 0 && window_held_) return Status::ok();
  WindowPeer* first = nullptr;
  PENSTOCK_TRY(peer(0, &first));
  taking_window_ = true;
  Status taken = WindowLock(core_, first->control, first->window_lock, true).acquire(side);
  taking_window_ = false;
  window_held_ = taken.is_ok();
  window_side_ = side;
  instance().engine().progress().wake_ready();
  return taken;
}

Status Window::leave_window_lock() {
  if (window_side_ == LockSide::kSecond && --exclusives_ != 0) return Status::ok();
  window_held_ = false;
  WindowPeer* first = nullptr;
  PENSTOCK_TRY(peer(0, &first));
  return WindowLock(core_, first->control, first->window_lock, true).release(window_side_);
}

Status Window::take_lock(WindowPeer& peer, Hold hold) {
  if (hold == Hold::kExclusive) PENSTOCK_TRY(take_window_lock(LockSide::kSecond));
  if (hold == Hold::kUnchecked) return Status::ok();
  return WindowLock(core_, peer.control, peer.memory_lock, false)
      .acquire(hold == Hold::kShared ? LockSide::kFirst : LockSide::kSecond);
}

Status Window::leave_lock(WindowPeer& peer) {
  const Hold hold = std::exchange(peer.hold, Hold::kNone);
  peer.direct.admits = 0;
  if (hold == Hold::kUnchecked) return Status::ok();
  Status left = WindowLock(core_, peer.control, peer.memory_lock, false)
                    .release(hold == Hold::kShared ? LockSide::kFirst : LockSide::kSecond);
  if (hold == Hold::kExclusive) PENSTOCK_TRY(leave_window_lock());
  return left;
}

Status Window::lock(int type, int rank, int assertion) {
  if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE) {
    return Status::error(Code::kLocktype, "{} is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE", type);
  }
  PENSTOCK_TRY(check_lock_assertion(assertion));
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  if (core_.hints().no_locks()) {
    return Status::error(Code::kRmaSync, "the window was made with the info key no_locks: it has no locks");
  }
  PENSTOCK_TRY(begin_access(Access::kLocked, "MPI_Win_lock"));
  if (rank == MPI_PROC_NULL) {
    if (null_locked_) return Status::error(Code::kRmaSync, "MPI_PROC_NULL is locked already");
    null_locked_ = true;
  } else {
    WindowPeer* target = nullptr;
    PENSTOCK_TRY(peer(rank, &target));
    if (target->hold != Hold::kNone) return Status::error(Code::kRmaSync, "rank {} is locked by this rank already", rank);
    const Hold hold = (assertion & MPI_MODE_NOCHECK) != 0 ? Hold::kUnchecked
                      : type == MPI_LOCK_SHARED           ? Hold::kShared
                                                          : Hold::kExclusive;
    PENSTOCK_TRY(take_lock(*target, hold));
    target->hold = hold;
    target->direct.admits = kAdmitsAccess | kAdmitsPassive;
  }
  set_access(Access::kLocked);
  ++locks_;
  return Status::ok();
}

// The word of the lock is changed by an atomic that orders what was done before it.
Status Window::complete_before_unlock(WindowPeer& peer) {
  if (peer.direct.touched || !peer.pending.empty() || peer.control.words == nullptr) return complete_at(peer);
  look_after_others();
  return Status::ok();
}

Status Window::unlock(int rank) {
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  const std::unique_ptr<WindowPeer>* const place = rank != MPI_PROC_NULL ? &peers_[static_cast<std::size_t>(rank)] : nullptr;
  const bool held = place != nullptr ? *place && (*place)->hold != Hold::kNone : null_locked_;
  if (access_ != Access::kLocked || !held) {
    return Status::error(Code::kRmaSync, "rank {} is not locked by this rank", rank);
  }
  Status completed = place != nullptr ? complete_before_unlock(**place) : Status::ok();
  Status left = place != nullptr ? leave_lock(**place) : Status::ok();
  if (place == nullptr) null_locked_ = false;
  if (--locks_ == 0) set_access(Access::kNone);
  return completed.is_ok() ? std::move(left) : std::move(completed);
}

Status Window::lock_all(int assertion) {
  PENSTOCK_TRY(check_lock_assertion(assertion));
  if (core_.hints().no_locks()) {
    return Status::error(Code::kRmaSync, "the window was made with the info key no_locks: it has no locks");
  }
  if (access_ == Access::kLocked) {
    return Status::error(Code::kRmaSync, "MPI_Win_lock_all within an epoch of MPI_Win_lock: end that first");
  }
  PENSTOCK_TRY(begin_access(Access::kLockedAll, "MPI_Win_lock_all"));
  if ((assertion & MPI_MODE_NOCHECK) == 0) PENSTOCK_TRY(take_window_lock(LockSide::kFirst));
  set_access(Access::kLockedAll);
  return Status::ok();
}

Status Window::unlock_all() {
  if (access_ != Access::kLockedAll) {
    return Status::error(Code::kRmaSync, "MPI_Win_unlock_all without MPI_Win_lock_all before it");
  }
  Status completed = complete_all(true);
  set_access(Access::kNone);
  Status left = window_held_ ? leave_window_lock() : Status::ok();
  return completed.is_ok() ? std::move(left) : std::move(completed);
}

// Of the calls to that member: the first failure that nobody was told.
Status Window::complete_locally(WindowPeer& peer) {
  if (core_.checks() != nullptr) core_.checks()->completed(peer.rank, false);
  if (peer.pending.empty()) return Status::ok();
  const std::vector<Ref<WindowCall>> calls = std::exchange(peer.pending, {});
  Status failed;
  for (const Ref<WindowCall>& each : calls) {
    core_.finish(each->call);
    if (each->call.status().is_ok() || std::exchange(each->told, true) || !failed.is_ok()) continue;
    failed = each->call.status().clone();
  }
  // Others may have begun some meanwhile.
  if (peer.pending.empty()) peer.direct.memory.bytes = peer.direct_bytes;
  return failed;
}

// A program that only looks at its own memory, or at memory that it maps, serves those who do not, too: at some of the calls
// that wait for nothing.
void Window::look_after_others() {
  if (++quiet_calls_ % kQuietCalls == 0) instance().engine().progress().poll();
}

// Where nothing was begun since the last one, the caller's own loads and stores are what is left.
Status Window::complete_at(WindowPeer& peer) {
  if (peer.pending.empty()) look_after_others();
  Status completed = complete_locally(peer);
  if (core_.checks() != nullptr) core_.checks()->completed(peer.rank, true);
  if (std::exchange(peer.direct.touched, false)) std::erase(touched_, peer.rank);
  rma::Call call;
  WindowPeer* keeper = &peer;
  if (one_region_) PENSTOCK_TRY(this->peer(0, &keeper));
  core_.rma().flush(keeper->world, &call);
  core_.finish(call);
  if (completed.is_ok() && !call.status().is_ok()) completed = call.status().clone();
  return completed;
}

Status Window::complete_all(bool at_target) {
  Status completed;
  const auto note = [&](Status&& status) {
    if (completed.is_ok()) completed = std::move(status);
  };
  const std::vector<int> ranks = at_target ? std::exchange(touched_, {}) : touched_;
  for (const int rank : ranks) {
    WindowPeer& peer = *peers_[static_cast<std::size_t>(rank)];
    note(at_target ? complete_at(peer) : complete_locally(peer));
  }
  if (at_target) std::atomic_thread_fence(std::memory_order_seq_cst);
  return completed;
}

Status Window::check_passive(int rank) const {
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  if (access_ == Access::kLockedAll) return Status::ok();
  if (access_ == Access::kLocked) {
    if (rank == MPI_PROC_NULL) return Status::ok();
    const std::unique_ptr<WindowPeer>& peer = peers_[static_cast<std::size_t>(rank)];
    if (peer && peer->hold != Hold::kNone) return Status::ok();
  }
  return Status::error(Code::kRmaSync, "rank {} is not locked by this rank: MPI_Win_lock or MPI_Win_lock_all comes first",
                       rank);
}

Status Window::flush(int rank) {
  PENSTOCK_TRY(check_passive(rank));
  if (rank == MPI_PROC_NULL) return Status::ok();
  WindowPeer* target = nullptr;
  PENSTOCK_TRY(peer(rank, &target));
  return complete_at(*target);
}

Status Window::flush_local(int rank) {
  PENSTOCK_TRY(check_passive(rank));
  if (rank == MPI_PROC_NULL) return Status::ok();
  WindowPeer* target = nullptr;
  PENSTOCK_TRY(peer(rank, &target));
  return complete_locally(*target);
}

Status Window::flush_all() {
  PENSTOCK_TRY(check_passive(MPI_PROC_NULL));
  if (touched_.empty()) look_after_others();
  return complete_all(true);
}

Status Window::flush_local_all() {
  PENSTOCK_TRY(check_passive(MPI_PROC_NULL));
  return complete_all(false);
}

}  // namespace penstock::core
