// Collectives on streams: every PE's stream pushes its part to all members and then meets theirs. A reduction meets in front as
// well, since each PE reads the sources of all for its share of the elements, and writes the results to all.
#include <algorithm>
#include <mutex>
#include <utility>

#include "kernels/fold/fold.hpp"
#include "shmem/pe.hpp"
#include "shmem/stream_access.hpp"

namespace penstock::shmem {
namespace {

using Kind = CollectiveCall::Kind;

// To here one kernel that writes to all members takes less time than a copy to each.
constexpr std::uint64_t kKernelBytes = std::uint64_t{256} << 10;
constexpr std::uint64_t kQuad = 16;  // bytes that kernels move at once

}  // namespace

// One call. Places are looked up with the lock held, by plan(); run() gives the stream its work.
class StreamAccess::Collective {
 public:
  Collective(StreamAccess& access, const Use& use, Team& team, const CollectiveCall& call)
      : access_(access), use_(use), team_(team), call_(call), bytes_(call.count * call.size) {}
  // The same on all members: everything is reached by GPUs.
  bool is_direct();
  Status plan();
  Status run();

 private:
  // Bytes from one place to one or all members.
  struct Move {
    std::uint64_t source = 0;
    std::vector<std::uint64_t> targets;
  };

  [[nodiscard]] int me() const noexcept { return team_.rank(); }
  [[nodiscard]] auto size() const noexcept { return static_cast<std::uint64_t>(team_.size()); }
  std::uint64_t place(const void* address, std::uint64_t bytes, int member);
  // Of `dest` at all members, `offset` bytes on.
  std::vector<std::uint64_t> places(const void* base, std::uint64_t bytes, std::uint64_t offset);
  void plan_meeting();
  Status plan_moves();
  void plan_fold();
  Status push(const Move& move);
  Status fold();

  StreamAccess& access_;
  const Use& use_;
  Team& team_;
  const CollectiveCall& call_;
  std::uint64_t bytes_;  // of one part
  std::vector<accel::WordOperation> words_;
  std::size_t half_ = 0;  // where the second meeting begins
  std::vector<Move> moves_;
  kernels::Folding folding_;
  std::vector<std::uint64_t> sources_;
  std::vector<std::uint64_t> targets_;
  std::uint64_t first_ = 0;  // elements in front of this PE's share
  std::uint64_t share_ = 0;
};

std::uint64_t StreamAccess::Collective::place(const void* address, std::uint64_t bytes, int member) {
  const int pe = team_.world()[static_cast<std::size_t>(member)];
  const std::uint64_t found = access_.find(use_, address, bytes, pe).address;
  if (found != 0) return found;
  access_.pe_.fail(use_.routine,
                   Status::error(Code::kUnsupported,
                                 "the stream's GPU does not reach memory of PE {} at {}: give a stream of the GPU "
                                 "that symmetric memory is on",
                                 pe, address));
}

std::vector<std::uint64_t> StreamAccess::Collective::places(const void* base, std::uint64_t bytes, std::uint64_t offset) {
  std::vector<std::uint64_t> out;
  for (int member = 0; member < team_.size(); ++member) out.push_back(place(base, bytes, member) + offset);
  return out;
}

bool StreamAccess::Collective::is_direct() {
  if (team_.stream_slot() < 0 || !access_.words_.reach(team_.world())) return false;
  if (call_.kind == Kind::kSync || bytes_ == 0) return true;
  if (!access_.pe_.is_device(call_.dest) || !access_.pe_.is_device(call_.source)) return false;
  if (call_.kind == Kind::kAlltoall) return call_.dest != call_.source;
  if (call_.kind != Kind::kReduce) return true;
  return size() <= kernels::kMostFolded && kernels::find_folding(call_.operation, call_.element, &folding_);
}

void StreamAccess::Collective::plan_meeting() {
  const auto slot = static_cast<unsigned>(team_.stream_slot());
  const int pe = team_.world()[static_cast<std::size_t>(me())];
  for (int turn = call_.kind == Kind::kReduce ? 0 : 1; turn < 2; ++turn) {
    half_ = words_.size();
    use_.captured ? access_.words_.meet_again_and_again(slot, team_.world(), pe, &words_)
                  : access_.words_.meet(slot, team_.world(), pe, &words_);
  }
}

Status StreamAccess::Collective::plan_moves() {
  const auto mine = static_cast<std::uint64_t>(me());
  if (call_.kind == Kind::kBroadcast) {
    if (call_.root < 0 || call_.root >= team_.size()) {
      return Status::error(Code::kRank, "PE_root is {}, outside 0..{}", call_.root, team_.size() - 1);
    }
    if (call_.root == me()) moves_.push_back({place(call_.source, bytes_, me()), places(call_.dest, bytes_, 0)});
  } else if (call_.kind == Kind::kFcollect) {
    moves_.push_back({place(call_.source, bytes_, me()), places(call_.dest, size() * bytes_, mine * bytes_)});
  } else {
    const std::uint64_t source = place(call_.source, size() * bytes_, me());
    const std::vector<std::uint64_t> to = places(call_.dest, size() * bytes_, mine * bytes_);
    for (std::uint64_t i = 0; i < size(); ++i) {
      const std::uint64_t member = (mine + i) % size();  // so that members do not push to the same one all at once
      moves_.push_back({source + member * bytes_, {to[member]}});
    }
  }
  return Status::ok();
}

// Shares are whole quads, so that no two PEs write to one.
void StreamAccess::Collective::plan_fold() {
  const std::uint64_t unit = std::max<std::uint64_t>(kQuad / call_.size, 1);
  const std::uint64_t each = ((call_.count + size() - 1) / size() + unit - 1) / unit * unit;
  first_ = std::min(call_.count, each * static_cast<std::uint64_t>(me()));
  share_ = std::min(each, call_.count - first_);
  sources_ = places(call_.source, bytes_, first_ * call_.size);
  targets_ = places(call_.dest, bytes_, first_ * call_.size);
}

Status StreamAccess::Collective::plan() {
  plan_meeting();
  if (call_.kind == Kind::kSync || bytes_ == 0) return Status::ok();
  if (call_.kind != Kind::kReduce) return plan_moves();
  return plan_fold(), Status::ok();
}

Status StreamAccess::Collective::push(const Move& move) {
  std::vector<std::uint64_t> targets = move.targets;
  std::erase(targets, move.source);
  if (targets.size() > 1 && targets.size() <= kernels::kMostFolded && bytes_ <= kKernelBytes) {
    accel::Ticket ticket;
    const std::uint64_t sources[] = {move.source};
    return kernels::fold(access_.job_.config(), *use_.queue,
                         {kernels::copying(), kernels::FoldForm::kTotal, bytes_, sources, targets},
                         static_cast<unsigned>(use_.queue->limits().multiprocessors), &ticket);
  }
  for (const std::uint64_t target : targets) {
    PENSTOCK_TRY(use_.queue->copy(reinterpret_cast<void*>(target), reinterpret_cast<const void*>(move.source), bytes_));
  }
  return Status::ok();
}

Status StreamAccess::Collective::fold() {
  if (share_ == 0) return Status::ok();
  accel::Ticket ticket;
  return kernels::fold(access_.job_.config(), *use_.queue, {folding_, kernels::FoldForm::kTotal, share_, sources_, targets_},
                       static_cast<unsigned>(use_.queue->limits().multiprocessors), &ticket);
}

Status StreamAccess::Collective::run() {
  if (call_.kind == Kind::kReduce) {
    PENSTOCK_TRY(use_.queue->operate(std::span(words_).first(half_)));
    PENSTOCK_TRY(fold());
  }
  for (const Move& move : moves_) PENSTOCK_TRY(push(move));
  return use_.queue->operate(std::span(words_).subspan(half_));
}

int StreamAccess::collective(TeamHandle team, const CollectiveCall& call, void* stream) {
  if (team == kInvalidHandle) return -1;
  Lock lock(job_.engine().lock());
  const Use use = open(call.routine, stream);
  Team& members = teams_.at(call.routine, team);
  Collective collective(*this, use, members, call);
  if (!collective.is_direct()) {
    CollectiveCall by_cpu = call;
    if (call.count == 0) by_cpu.kind = Kind::kSync;
    std::unique_ptr<StreamJob> job;
    must(use, make_collective_job(teams_.for_streams(members), pe_, by_cpu, &job));
    return hand_over(lock, use, std::move(job)), 0;
  }
  must(use, collective.plan());
  lock.unlock();
  must(use, collective.run());
  return 0;
}

}  // namespace penstock::shmem
