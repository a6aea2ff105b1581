// Active target: fences, and epochs of groups. Counters of pairs only grow: a rank that exposes its memory adds one at each
// origin, and an origin that is ready adds one at each target. Nothing is delayed for an epoch but an operation to a rank that
// has not posted.
#include <algorithm>
#include <atomic>
#include <utility>

#include "core/object/instance.hpp"
#include "core/window/window.hpp"

namespace penstock::core {
namespace {

constexpr int kFenceAssertions = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
constexpr int kPostAssertions = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT;

Status check_assertion(int assertion, int allowed) {
  if ((assertion & ~allowed) == 0) return Status::ok();
  return Status::error(Code::kAssert, "the assertion {:#x} has bits that this call has no meaning for; it takes {:#x}",
                       assertion, allowed);
}

}  // namespace

void Window::set_access(Access access) noexcept {
  access_ = access;
  const bool in_fence = access_ == Access::kNone && fenced_;
  admits_all_ = access_ == Access::kLockedAll ? kAdmitsAccess | kAdmitsPassive : in_fence ? kAdmitsAccess : 0;
}

void Window::set_fenced(bool fenced) noexcept {
  fenced_ = fenced;
  set_access(access_);
}

// What is not done yet is waited for by the call that ends an epoch.
Status Window::begin_access(Access wanted, std::string_view call) {
  const bool more_locks = wanted == Access::kLocked && access_ == Access::kLocked;
  if ((access_ != Access::kNone && !more_locks) || fence_used_) {
    return Status::error(Code::kRmaSync, "{} within an epoch of {}: end that first", call,
                         access_ == Access::kStarted     ? "MPI_Win_start"
                         : access_ == Access::kLocked    ? "MPI_Win_lock"
                         : access_ == Access::kLockedAll ? "MPI_Win_lock_all"
                                                         : "MPI_Win_fence");
  }
  set_fenced(false);
  return Status::ok();
}

// Under PENSTOCK_CHECK. All members say MPI_MODE_NOPRECEDE or none does.
Status Window::check_fence(int assertion) {
  if ((assertion & MPI_MODE_NOPRECEDE) == 0) return core_.checks()->compare_origins();
  if (!fence_used_) return Status::ok();
  return Status::error(Code::kAssert,
                       "MPI_MODE_NOPRECEDE says that nothing precedes the fence, and this rank has begun operations");
}

// The barrier stays without a preceding epoch: it begins the next one.
Status Window::fence(int assertion) {
  PENSTOCK_TRY(check_assertion(assertion, kFenceAssertions));
  if (access_ != Access::kNone || exposes_) {
    return Status::error(Code::kRmaSync, "MPI_Win_fence within an epoch of {}: end that first",
                         exposes_ ? "MPI_Win_post" : "MPI_Win_start or MPI_Win_lock");
  }
  if (core_.checks() != nullptr) PENSTOCK_TRY(check_fence(assertion));
  Status completed = complete_all(true);
  const int neither = MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
  if ((assertion & neither) != neither) PENSTOCK_TRY(core_.barrier());
  set_fenced((assertion & MPI_MODE_NOSUCCEED) == 0);
  fence_used_ = false;
  return completed;
}

Status Window::check_group(const Group& group, std::vector<int>* ranks) const {
  ranks->clear();
  for (const int world : group.world()) {
    const int rank = core_.comm().group().rank_of(world);
    if (rank == MPI_UNDEFINED) {
      return Status::error(Code::kGroup, "the group has rank {} of MPI_COMM_WORLD, which the window has not", world);
    }
    ranks->push_back(rank);
  }
  return Status::ok();
}

Status Window::post(const Group& group, int assertion) {
  PENSTOCK_TRY(check_assertion(assertion, kPostAssertions));
  if (exposes_ || fence_used_) {
    return Status::error(Code::kRmaSync, "MPI_Win_post within an epoch of {}: end that first",
                         exposes_ ? "MPI_Win_post" : "MPI_Win_fence");
  }
  std::vector<int> origins;
  PENSTOCK_TRY(check_group(group, &origins));
  set_fenced(false);
  exposes_ = true;
  posted_ = std::move(origins);
  const ControlLayout layout(size());
  for (const int rank : posted_) {
    WindowPeer* origin = nullptr;
    PENSTOCK_TRY(peer(rank, &origin));
    ++origin->exposures;
    PENSTOCK_TRY(ControlWord(core_, origin->control, layout.posts_of(this->rank())).add(1));
    instance().engine().progress().ring(origin->world);
  }
  return Status::ok();
}

Status Window::start(const Group& group, int assertion) {
  PENSTOCK_TRY(check_assertion(assertion, MPI_MODE_NOCHECK));
  std::vector<int> targets;
  PENSTOCK_TRY(check_group(group, &targets));
  PENSTOCK_TRY(begin_access(Access::kStarted, "MPI_Win_start"));
  set_access(Access::kStarted);
  started_ = std::move(targets);
  for (const int rank : started_) {
    WindowPeer* target = nullptr;
    PENSTOCK_TRY(peer(rank, &target));
    ++target->accesses;
    target->started = true;
    target->awaits_post = true;
  }
  return Status::ok();
}

// This rank's own word.
Status Window::await_post(WindowPeer& peer) {
  if (!peer.awaits_post) return Status::ok();
  auto* const word = reinterpret_cast<std::uint64_t*>(control_->base + ControlLayout(size()).posts_of(peer.rank));
  const std::uint64_t wanted = peer.accesses;
  PENSTOCK_TRY(
      core_.wait_until([&] { return std::atomic_ref<std::uint64_t>(*word).load(std::memory_order_acquire) >= wanted; }));
  peer.awaits_post = false;
  if (peer.started) peer.direct.admits = kAdmitsAccess;
  return Status::ok();
}

// A target that this rank did nothing to is told too: it waits for everybody.
Status Window::complete() {
  if (access_ != Access::kStarted) {
    return Status::error(Code::kRmaSync, "MPI_Win_complete without MPI_Win_start before it");
  }
  if (core_.checks() != nullptr) PENSTOCK_TRY(core_.checks()->report(started_));
  Status completed = complete_all(true);
  const ControlLayout layout(size());
  for (const int rank : started_) {
    WindowPeer* target = nullptr;
    PENSTOCK_TRY(peer(rank, &target));
    target->started = false;
    target->direct.admits = 0;
    PENSTOCK_TRY(await_post(*target));
    PENSTOCK_TRY(ControlWord(core_, target->control, layout.completions_of(this->rank())).add(1));
    instance().engine().progress().ring(target->world);
  }
  started_.clear();
  set_access(Access::kNone);
  return completed;
}

bool Window::all_completed() const {
  const ControlLayout layout(size());
  return std::ranges::all_of(posted_, [&](int rank) {
    auto* const word = reinterpret_cast<std::uint64_t*>(control_->base + layout.completions_of(rank));
    return std::atomic_ref<std::uint64_t>(*word).load(std::memory_order_acquire) >=
           peers_[static_cast<std::size_t>(rank)]->exposures;
  });
}

Status Window::end_exposure() {
  exposes_ = false;
  return core_.checks() != nullptr ? core_.checks()->compare_reports(posted_) : Status::ok();
}

Status Window::wait() {
  if (!exposes_) return Status::error(Code::kRmaSync, "MPI_Win_wait without MPI_Win_post before it");
  PENSTOCK_TRY(core_.wait_until([&] { return all_completed(); }));
  return end_exposure();
}

Status Window::test(bool* over) {
  *over = false;
  if (!exposes_) return Status::error(Code::kRmaSync, "MPI_Win_test without MPI_Win_post before it");
  if (!all_completed()) instance().engine().progress().poll();
  *over = all_completed();
  return *over ? end_exposure() : core_.check_members();
}

Status Window::sync() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  instance().engine().progress().poll();
  return Status::ok();
}

}  // namespace penstock::core
