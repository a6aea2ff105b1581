#include "core/window/access_epoch.hpp"

namespace penstock::core {
namespace {

[[gnu::cold]] Status no_epoch(int rank) {
  return Status::error(Code::kRmaSync,
                       "no epoch reaches rank {}: MPI_Win_fence, MPI_Win_start, MPI_Win_lock or MPI_Win_lock_all comes first",
                       rank);
}

}  // namespace

void AccessEpoch::set(Access kind) noexcept {
  kind_ = kind;
  const bool in_fence = kind_ == Access::kNone && fenced_;
  admits_all_ = kind_ == Access::kLockedAll ? kAdmitsAccess | kAdmitsPassive : in_fence ? kAdmitsAccess : 0;
}

void AccessEpoch::pass_fence(bool admits) noexcept {
  fence_used_ = false;
  fenced_ = admits;
  set(kind_);
}

// Operations of the last epoch are over: the call that ended it has waited for them.
Status AccessEpoch::check_begin(Access wanted, std::string_view call) {
  const bool more_locks = wanted == Access::kLocked && kind_ == Access::kLocked;
  if ((kind_ != Access::kNone && !more_locks) || fence_used_) {
    return Status::error(Code::kRmaSync, "{} within an epoch of {}: end that first", call,
                         kind_ == Access::kStarted     ? "MPI_Win_start"
                         : kind_ == Access::kLocked    ? "MPI_Win_lock"
                         : kind_ == Access::kLockedAll ? "MPI_Win_lock_all"
                                                       : "MPI_Win_fence");
  }
  pass_fence(false);
  return Status::ok();
}

Status AccessEpoch::check_access(int rank, bool passive) {
  const WindowPeer* const peer = members_.find(rank);
  switch (kind_) {
    case Access::kLockedAll: return Status::ok();
    case Access::kLocked:
      if (rank < 0 || (peer != nullptr && peer->hold != Hold::kNone)) return Status::ok();
      return no_epoch(rank);
    case Access::kStarted:
      if (passive) break;
      if (rank < 0 || (peer != nullptr && peer->started)) return Status::ok();
      return no_epoch(rank);
    case Access::kNone:
      if (passive && fenced_) break;
      if (!fenced_) return no_epoch(rank);
      fence_used_ = true;
      return Status::ok();
  }
  return Status::error(Code::kRmaSync, "operations with a request need a passive epoch: MPI_Win_lock or MPI_Win_lock_all");
}

Status AccessEpoch::check_passive(int rank) const {
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  if (kind_ == Access::kLockedAll) return Status::ok();
  if (kind_ == Access::kLocked) {
    if (rank == MPI_PROC_NULL) return Status::ok();
    const WindowPeer* const peer = members_.find(rank);
    if (peer != nullptr && peer->hold != Hold::kNone) return Status::ok();
  }
  return Status::error(Code::kRmaSync, "rank {} is not locked by this rank: MPI_Win_lock or MPI_Win_lock_all comes first",
                       rank);
}

}  // namespace penstock::core
