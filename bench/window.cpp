#include "window.hpp"

#include <algorithm>

#include "mpi_call.hpp"

namespace bench {
namespace {

bool in_host_memory(const Options& options) {
  return options.memory[0] == "host" && options.memory[1] == "host";
}

}  // namespace

// By default MPI allocates windows in host memory, and other windows are created over the application's memory.
WindowKind window_kind(const Options& options) {
  if (options.win == "create") return WindowKind::kCreate;
  if (options.win == "dynamic") return WindowKind::kDynamic;
  if (options.win == "shared") return WindowKind::kShared;
  return options.win == "allocate" || in_host_memory(options) ? WindowKind::kAllocate : WindowKind::kCreate;
}

Sync sync_of(const Options& options) {
  if (options.sync == "flush_local") return Sync::kFlushLocal;
  if (options.sync == "lock") return Sync::kLock;
  if (options.sync == "lock_all") return Sync::kLockAll;
  if (options.sync == "pscw") return Sync::kPscw;
  return options.sync == "fence" ? Sync::kFence : Sync::kFlush;
}

Verb verb_of(const Case& which) {
  const auto begins = [&](const char* word) { return which.name.starts_with(word); };
  if (begins("get_acc")) return Verb::kGetAccumulate;
  if (begins("get")) return Verb::kGet;
  if (begins("acc")) return Verb::kAccumulate;
  if (begins("fop")) return Verb::kFetchAndOp;
  return begins("cas") ? Verb::kCompareAndSwap : Verb::kPut;
}

std::string rma_misfit(const Options& options, const Case& which) {
  if (options.staged && which.team == Case::Team::kAll) return which.name + " is about locks: it takes no --staged";
  const WindowKind kind = window_kind(options);
  if (!options.staged && (kind == WindowKind::kAllocate || kind == WindowKind::kShared) && !in_host_memory(options)) {
    return which.name + ": --win-options " + options.win + " makes memory of the host; with --memory " +
           text_of(options.memory) + " take create or dynamic";
  }
  const bool single = which.max == 0;
  if (single && text_of(options.datatype) != "contiguous") return which.name + " has one element: it takes no --datatype";
  return {};
}

std::size_t items_of(Verb verb) {
  if (verb == Verb::kCompareAndSwap) return 3;
  return verb == Verb::kGetAccumulate || verb == Verb::kFetchAndOp ? 2 : 1;
}

Window::Window(Scene& scene, Sync sync, int peer, bool origin, bool target, ByHand* by_hand)
    : scene_(scene),
      kind_(window_kind(scene.options)),
      sync_(sync),
      peer_(peer),
      origin_(origin),
      target_(target),
      by_hand_(by_hand) {
  make();
  check(MPI_Win_set_errhandler(win_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  if (kind_ == WindowKind::kDynamic) attach();
  MPI_Group all = MPI_GROUP_NULL;
  check(MPI_Win_get_group(win_, &all), "MPI_Win_get_group");
  check(MPI_Group_incl(all, 1, &peer_, &group_), "MPI_Group_incl");
  check(MPI_Group_free(&all), "MPI_Group_free");
  if (sync_ == Sync::kFence) check(MPI_Win_fence(0, win_), "MPI_Win_fence");
  if (always_open()) check(MPI_Win_lock_all(0, win_), "MPI_Win_lock_all");
}

void Window::make() {
  const auto bytes = static_cast<MPI_Aint>(scene_.layout().slot());
  MPI_Comm comm = scene_.team.comm;
  switch (kind_) {
    case WindowKind::kAllocate:
      return check(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, comm, &memory_, &win_), "MPI_Win_allocate");
    case WindowKind::kShared:
      return check(MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, comm, &memory_, &win_), "MPI_Win_allocate_shared");
    case WindowKind::kCreate:
      memory_ = by_hand_ != nullptr ? by_hand_->window() : scene_.recv().data();
      return check(MPI_Win_create(memory_, bytes, 1, MPI_INFO_NULL, comm, &win_), "MPI_Win_create");
    case WindowKind::kDynamic:
      memory_ = by_hand_ != nullptr ? by_hand_->window() : scene_.recv().data();
      return check(MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win_), "MPI_Win_create_dynamic");
  }
}

void Window::attach() {
  check(MPI_Win_attach(win_, memory_, static_cast<MPI_Aint>(scene_.layout().slot())), "MPI_Win_attach");
  MPI_Aint mine = 0;
  check(MPI_Get_address(memory_, &mine), "MPI_Get_address");
  bases_.resize(static_cast<std::size_t>(scene_.team.size));
  check(MPI_Allgather(&mine, 1, MPI_AINT, bases_.data(), 1, MPI_AINT, scene_.team.control), "MPI_Allgather");
}

void Window::close() {
  if (always_open()) check(MPI_Win_unlock_all(win_), "MPI_Win_unlock_all");
  if (sync_ == Sync::kFence) check(MPI_Win_fence(MPI_MODE_NOSUCCEED, win_), "MPI_Win_fence");
  if (kind_ == WindowKind::kDynamic) {
    scene_.barrier();
    check(MPI_Win_detach(win_, memory_), "MPI_Win_detach");
  }
  check(MPI_Group_free(&group_), "MPI_Group_free");
  check(MPI_Win_free(&win_), "MPI_Win_free");
}

void Window::begin() {
  switch (sync_) {
    case Sync::kLock:
      if (origin_) check(MPI_Win_lock(MPI_LOCK_SHARED, peer_, 0, win_), "MPI_Win_lock");
      return;
    case Sync::kLockAll:
      if (origin_) check(MPI_Win_lock_all(0, win_), "MPI_Win_lock_all");
      return;
    case Sync::kPscw:
      if (target_) check(MPI_Win_post(group_, 0, win_), "MPI_Win_post");
      if (origin_) check(MPI_Win_start(group_, 0, win_), "MPI_Win_start");
      return;
    default: return;  // the earlier epoch continues, or its closing fence begins this one
  }
}

void Window::end() {
  switch (sync_) {
    case Sync::kFlush:
      if (origin_) check(MPI_Win_flush(peer_, win_), "MPI_Win_flush");
      return;
    case Sync::kFlushLocal:
      if (origin_) check(MPI_Win_flush_local(peer_, win_), "MPI_Win_flush_local");
      return;
    case Sync::kLock:
      if (origin_) check(MPI_Win_unlock(peer_, win_), "MPI_Win_unlock");
      return;
    case Sync::kLockAll:
      if (origin_) check(MPI_Win_unlock_all(win_), "MPI_Win_unlock_all");
      return;
    case Sync::kPscw:
      if (origin_) check(MPI_Win_complete(win_), "MPI_Win_complete");
      if (target_) check(MPI_Win_wait(win_), "MPI_Win_wait");
      return;
    case Sync::kFence: return check(MPI_Win_fence(0, win_), "MPI_Win_fence");
  }
}

void Window::epoch(Verb verb, int operations) {
  if (by_hand_ != nullptr) by_hand_->before(operations, memory_);
  begin();
  for (int i = 0; origin_ && i < operations; ++i) issue(verb);
  end();
  if (by_hand_ != nullptr) by_hand_->after(operations, memory_);
}

void Window::issue(Verb verb) {
  const Layout& layout = scene_.layout();
  void* const mine = item(0);
  const int count = layout.count();
  const MPI_Datatype type = layout.type();
  const MPI_Aint at = base_of(peer_);
  switch (verb) {
    case Verb::kPut: return check(MPI_Put(mine, count, type, peer_, at, count, type, win_), "MPI_Put");
    case Verb::kGet: return check(MPI_Get(mine, count, type, peer_, at, count, type, win_), "MPI_Get");
    case Verb::kAccumulate:
      return check(MPI_Accumulate(mine, count, type, peer_, at, count, type, MPI_SUM, win_), "MPI_Accumulate");
    case Verb::kGetAccumulate:
      return check(MPI_Get_accumulate(mine, count, type, item(1), count, type, peer_, at, count, type, MPI_SUM, win_),
                   "MPI_Get_accumulate");
    case Verb::kFetchAndOp: return check(MPI_Fetch_and_op(mine, item(1), type, peer_, at, MPI_SUM, win_), "MPI_Fetch_and_op");
    case Verb::kCompareAndSwap:
      return check(MPI_Compare_and_swap(mine, item(2), item(1), type, peer_, at, win_), "MPI_Compare_and_swap");
  }
}

// MPI_Win_sync needs a passive epoch in some libraries. It completes the operations that flush_local left.
void Window::settle() {
  if (sync_ == Sync::kFlushLocal && origin_) check(MPI_Win_flush(peer_, win_), "MPI_Win_flush");
  if (always_open()) return check(MPI_Win_sync(win_), "MPI_Win_sync");
  if (sync_ == Sync::kFence || sync_ == Sync::kPscw) return;
  check(MPI_Win_lock(MPI_LOCK_SHARED, scene_.team.rank, 0, win_), "MPI_Win_lock");
  check(MPI_Win_sync(win_), "MPI_Win_sync");
  check(MPI_Win_unlock(scene_.team.rank, win_), "MPI_Win_unlock");
}

}  // namespace bench
