// Collectives on streams. By the GPUs, where those of all members reach each other: every PE's stream pushes its part to all
// members and then meets theirs. A reduction meets in front as well, since each PE reads the sources of all for its share of
// the elements, and writes the results to all. Else by the CPUs.
#include <algorithm>
#include <utility>

#include "kernels/fold/fold.hpp"
#include "shmem/call_lock.hpp"
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
  // It ends the job where the stream's GPU does not reach it, since the other members do not know.
  std::uint64_t place(const void* address, std::uint64_t bytes, int member);
  // Of `dest` at all members, `offset` bytes on.
  std::vector<std::uint64_t> places(const void* base, std::uint64_t bytes, std::uint64_t offset);
  Status plan_meeting();
  Status plan_moves();
  Status plan_fold();
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

std::vector<std::uint64_t> StreamAccess::Collective::places(const void* base, std::uint64_t bytes, std::uint64_t offset) {
  std::vector<std::uint64_t> out;
  for (int member = 0; member < team_.size(); ++member) out.push_back(place(base, bytes, member) + offset);
  return out;
}

std::uint64_t StreamAccess::Collective::place(const void* address, std::uint64_t bytes, int member) {
  const int pe = team_.world()[static_cast<std::size_t>(member)];
  Place found;
  if (access_.find(use_, address, bytes, pe, &found)) return found.address;
  access_.pe_.fail(use_.routine,
                   Status::error(Code::kUnsupported, "GPU {} does not reach memory at {} of PE {}, whose words it reaches",
                                 use_.queue->device(), address, pe));
}

Status StreamAccess::Collective::plan_meeting() {
  if (use_.queue->device() != access_.words_device_) {
    return Status::error(Code::kUnsupported,
                         "the stream is of GPU {}, and symmetric memory of GPU {}: give a stream of that one",
                         use_.queue->device(), access_.words_device_);
  }
  const auto slot = static_cast<unsigned>(team_.stream_slot());
  const int pe = team_.world()[static_cast<std::size_t>(me())];
  for (int turn = call_.kind == Kind::kReduce ? 0 : 1; turn < 2; ++turn) {
    half_ = words_.size();
    const bool reached = use_.captured ? access_.words_.meet_again_and_again(slot, team_.world(), pe, &words_)
                                       : access_.words_.meet(slot, team_.world(), pe, &words_);
    if (!reached) return Status::error(Code::kInternal, "words of a member are nowhere");
  }
  return Status::ok();
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
Status StreamAccess::Collective::plan_fold() {
  if (!kernels::find_folding(call_.operation, call_.element, &folding_)) {
    return Status::error(Code::kInternal, "GPUs have no such operation on elements of that type");
  }
  const std::uint64_t unit = std::max<std::uint64_t>(kQuad / call_.size, 1);
  const std::uint64_t each = ((call_.count + size() - 1) / size() + unit - 1) / unit * unit;
  first_ = std::min(call_.count, each * static_cast<std::uint64_t>(me()));
  share_ = std::min(each, call_.count - first_);
  sources_ = places(call_.source, bytes_, first_ * call_.size);
  targets_ = places(call_.dest, bytes_, first_ * call_.size);
  return Status::ok();
}

Status StreamAccess::Collective::plan() {
  PENSTOCK_TRY(plan_meeting());
  if (call_.kind == Kind::kSync || bytes_ == 0) return Status::ok();
  return call_.kind == Kind::kReduce ? plan_fold() : plan_moves();
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

// The same on all members: what they call, and what they said when the words came.
bool StreamAccess::by_gpu(const Team& team, const CollectiveCall& call) const {
  if (words_.empty() || team.stream_slot() < 0) return false;
  const auto pes = static_cast<std::size_t>(job_.size());
  for (const int from : team.world()) {
    for (const int to : team.world()) {
      if (reached_[static_cast<std::size_t>(from) * pes + static_cast<std::size_t>(to)] == kNot) return false;
    }
  }
  if (call.kind == Kind::kSync || call.count == 0) return true;
  if (pe_.device_of(call.dest) < 0 || pe_.device_of(call.source) < 0) return false;
  kernels::Folding folding;
  if (call.kind == Kind::kReduce) {
    return static_cast<std::size_t>(team.size()) <= kernels::kMostFolded &&
           kernels::find_folding(call.operation, call.element, &folding);
  }
  return call.kind != Kind::kAlltoall || call.dest != call.source;
}

int StreamAccess::collective(TeamHandle team, const CollectiveCall& call, void* stream) {
  if (team == kInvalidHandle) return -1;
  CallLock lock(job_.engine().lock());
  const Use use = open(call.routine, stream);
  Team& members = teams_.at(call.routine, team);
  if (!by_gpu(members, call)) {
    hand_over(use,
              [this, &members, call](bool again) { return std::make_shared<StreamCollective>(pe_, members, call, again); });
    return 0;
  }
  Collective collective(*this, use, members, call);
  must(use, collective.plan());
  lock.leave();
  must(use, collective.run());
  return 0;
}

}  // namespace penstock::shmem
