#include "core/window/active_target.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace penstock::core {
namespace {

constexpr int kFenceAssertions = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
constexpr int kPostAssertions = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT;

Status check_assertion(int assertion, int allowed) {
  if ((assertion & ~allowed) == 0) return Status::ok();
  return Status::error(Code::kAssert, "the assertion {:#x} has bits that this call has no meaning for; it takes {:#x}",
                       assertion, allowed);
}

std::uint64_t count_of(std::uint64_t* word) noexcept {
  return std::atomic_ref<std::uint64_t>(*word).load(std::memory_order_acquire);
}

}  // namespace

// PENSTOCK_CHECK calls this. Either all members pass MPI_MODE_NOPRECEDE or none does, so the comparison is collective.
Status ActiveTarget::check_fence(int assertion) {
  if ((assertion & MPI_MODE_NOPRECEDE) == 0) return core_.checks()->compare_origins();
  if (!access_.fence_used()) return Status::ok();
  return Status::error(Code::kAssert,
                       "MPI_MODE_NOPRECEDE says that nothing precedes the fence, and this rank has begun operations");
}

// Without a preceding epoch the barrier stays, since it begins the next one.
Status ActiveTarget::fence(int assertion) {
  PENSTOCK_TRY(check_assertion(assertion, kFenceAssertions));
  if (access_.kind() != Access::kNone || exposes_) {
    return Status::error(Code::kRmaSync, "MPI_Win_fence within an epoch of {}: end that first",
                         exposes_ ? "MPI_Win_post" : "MPI_Win_start or MPI_Win_lock");
  }
  if (core_.checks() != nullptr) PENSTOCK_TRY(check_fence(assertion));
  Status completed = completion_.complete_all(true);
  const int neither = MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
  if ((assertion & neither) != neither) PENSTOCK_TRY(core_.barrier());
  access_.pass_fence((assertion & MPI_MODE_NOSUCCEED) == 0);
  return completed;
}

Status ActiveTarget::check_group(const Group& group, std::vector<int>* ranks) const {
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

Status ActiveTarget::count_at(WindowPeer& peer, std::uint64_t offset) {
  PENSTOCK_TRY(ControlWord(core_, peer.control, offset).add(1));
  core_.instance().engine().progress().ring(peer.world);
  return Status::ok();
}

Status ActiveTarget::post(const Group& group, int assertion) {
  PENSTOCK_TRY(check_assertion(assertion, kPostAssertions));
  if (exposes_ || access_.fence_used()) {
    return Status::error(Code::kRmaSync, "MPI_Win_post within an epoch of {}: end that first",
                         exposes_ ? "MPI_Win_post" : "MPI_Win_fence");
  }
  std::vector<int> origins;
  PENSTOCK_TRY(check_group(group, &origins));
  access_.pass_fence(false);
  exposes_ = true;
  posted_ = std::move(origins);
  const std::uint64_t counter = ControlLayout(core_.size()).posts_of(core_.rank());
  for (const int rank : posted_) {
    WindowPeer* origin = nullptr;
    PENSTOCK_TRY(members_.peer(rank, &origin));
    ++origin->exposures;
    PENSTOCK_TRY(count_at(*origin, counter));
  }
  return Status::ok();
}

Status ActiveTarget::start(const Group& group, int assertion) {
  PENSTOCK_TRY(check_assertion(assertion, MPI_MODE_NOCHECK));
  std::vector<int> targets;
  PENSTOCK_TRY(check_group(group, &targets));
  PENSTOCK_TRY(access_.check_begin(Access::kStarted, "MPI_Win_start"));
  access_.set(Access::kStarted);
  started_ = std::move(targets);
  for (const int rank : started_) {
    WindowPeer* target = nullptr;
    PENSTOCK_TRY(members_.peer(rank, &target));
    ++target->accesses;
    target->started = true;
    target->awaits_post = true;
  }
  return Status::ok();
}

Status ActiveTarget::await_post(WindowPeer& peer) {
  if (!peer.awaits_post) return Status::ok();
  std::uint64_t* const counter = memory_.control_word(ControlLayout(core_.size()).posts_of(peer.rank));
  const std::uint64_t wanted = peer.accesses;
  PENSTOCK_TRY(core_.wait_until([&] { return count_of(counter) >= wanted; }));
  peer.awaits_post = false;
  if (peer.started) peer.direct.admits = kAdmitsAccess;
  return Status::ok();
}

// A target to which this rank began no operation is counted at as well, since it waits for all origins of its group.
Status ActiveTarget::complete() {
  if (access_.kind() != Access::kStarted) {
    return Status::error(Code::kRmaSync, "MPI_Win_complete without MPI_Win_start before it");
  }
  if (core_.checks() != nullptr) PENSTOCK_TRY(core_.checks()->report(started_));
  Status completed = completion_.complete_all(true);
  const std::uint64_t counter = ControlLayout(core_.size()).completions_of(core_.rank());
  for (const int rank : started_) {
    WindowPeer* target = nullptr;
    PENSTOCK_TRY(members_.peer(rank, &target));
    target->started = false;
    target->direct.admits = 0;
    PENSTOCK_TRY(await_post(*target));
    PENSTOCK_TRY(count_at(*target, counter));
  }
  started_.clear();
  access_.set(Access::kNone);
  return completed;
}

bool ActiveTarget::all_completed() const {
  const ControlLayout layout(core_.size());
  return std::ranges::all_of(posted_, [&](int rank) {
    return count_of(memory_.control_word(layout.completions_of(rank))) >= members_.find(rank)->exposures;
  });
}

Status ActiveTarget::end_exposure() {
  exposes_ = false;
  return core_.checks() != nullptr ? core_.checks()->compare_reports(posted_) : Status::ok();
}

Status ActiveTarget::wait() {
  if (!exposes_) return Status::error(Code::kRmaSync, "MPI_Win_wait without MPI_Win_post before it");
  PENSTOCK_TRY(core_.wait_until([&] { return all_completed(); }));
  return end_exposure();
}

Status ActiveTarget::test(bool* over) {
  *over = false;
  if (!exposes_) return Status::error(Code::kRmaSync, "MPI_Win_test without MPI_Win_post before it");
  if (!all_completed()) core_.instance().engine().progress().poll();
  *over = all_completed();
  return *over ? end_exposure() : core_.check_members();
}

}  // namespace penstock::core
