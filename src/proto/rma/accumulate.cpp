// The origin of accumulates: who executes one, in which order, and what it needs of memory here.
#include <algorithm>
#include <cstring>
#include <utility>

#include "proto/rma/rma.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {
namespace {

using base::Element;
using transport::AtomicOp;
using transport::Executor;
using transport::Remote;

// Executed at a time, so that what is packed for it stays in a near cache.
constexpr std::uint64_t kPartBytes = 16 << 10;
constexpr std::size_t kPartExtents = 512;

constexpr std::uint32_t kCopies =
    transport::kRemotePut | transport::kRemoteGet | transport::kHostLocal | transport::kNeedsNoTarget;

Element integer(bool is_signed, unsigned width) noexcept {
  switch (width) {
    case 1: return is_signed ? Element::kInt8 : Element::kUint8;
    case 2: return is_signed ? Element::kInt16 : Element::kUint16;
    case 4: return is_signed ? Element::kInt32 : Element::kUint32;
    default: return is_signed ? Element::kInt64 : Element::kUint64;
  }
}

AccumulateOp op_of(AtomicOp op) noexcept {
  switch (op) {
    case AtomicOp::kFetch: return AccumulateOp::kNoOp;
    case AtomicOp::kAdd: return AccumulateOp::kSum;
    case AtomicOp::kAnd: return AccumulateOp::kBand;
    case AtomicOp::kOr: return AccumulateOp::kBor;
    case AtomicOp::kXor: return AccumulateOp::kBxor;
    case AtomicOp::kMin:
    case AtomicOp::kMinUnsigned: return AccumulateOp::kMin;
    case AtomicOp::kMax:
    case AtomicOp::kMaxUnsigned: return AccumulateOp::kMax;
    default: return AccumulateOp::kReplace;
  }
}

bool together(const Buffer& buffer) noexcept {
  return buffer.layout->is_contiguous(buffer.count);
}

}  // namespace

// The owner's own memory is reached by the same executor as that of others.
Reached Rma::reach(const Target& target) const {
  const transport::RemoteKey::Head& head = target.head();
  if (target.peer_ == parts_.rank) {
    const transport::Region* const mine = parts_.registry.find(head.number, head.generation);
    return mine == nullptr ? Reached{} : reach_own(*mine);
  }
  Reached out;
  out.executor = head.executor;
  out.address = head.descriptor.address;
  if (head.executor == Executor::kOwner || !target.attached_.checked) return out;
  if (head.executor == Executor::kDevice) {
    for (const Remote& way : target.attached_.ways) {
      if (way.atomics_device < 0) continue;
      out.gpu = way.atomics_device;
      out.on_gpu = way.device;
    }
    return out;
  }
  for (const Remote& way : target.attached_.ways) {
    const bool copies = head.executor == Executor::kLock && (way.bits & kCopies) == kCopies;
    if (way.locks == nullptr || (way.direct == nullptr && !copies)) continue;
    out.here = true;
    out.locks = way.locks;
    out.mapped = way.direct;
    out.way = &way;
    return out;
  }
  return out;
}

Status Rma::fold_of(const Accumulation& what) {
  if (last_fold_.bytes != 0 && what.op == last_wanted_.op && what.element == last_wanted_.element &&
      what.element_bytes == last_wanted_.element_bytes) {
    return Status::ok();
  }
  last_fold_.bytes = 0;
  PENSTOCK_TRY(Fold::of(what, simd_, &last_fold_));
  last_wanted_ = what;
  return Status::ok();
}

void Rma::accumulate(Target& target, const Accumulation& what, const Buffer& origin, const Buffer* result,
                     const RemoteBuffer& remote, Call* call) {
  Status known = fold_of(what);
  const bool reads = what.op == AccumulateOp::kNoOp;
  if (known.is_ok() && reads && result == nullptr)
    known = Status::error(Code::kArg, "an accumulate that only reads needs a result");
  const std::uint64_t done = known.is_ok() ? accumulate_at_once(target, last_fold_, origin, result, remote) : 0;
  if (done != 0 && done == remote.bytes()) return call->reset();
  enter(target, Call::Verb::kAccumulate, call);
  Work& work = *call->work_;
  work.by_layouts = true;
  work.done = done;
  if (!reads) work.origin = origin;
  if (result != nullptr) work.result = *result;
  work.remote = remote;
  work.bytes = remote.bytes();
  if (!known.is_ok()) return finish(call, std::move(known));
  begin_accumulate(call, last_fold_);
}

Direct Target::direct_part(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  Direct out;
  if (direct_ == nullptr || state_ != State::kLive || head().use != transport::kUseAll) return out;
  if (bytes > direct_->bytes || offset > direct_->bytes - bytes) return out;
  out.base = direct_->direct + offset;
  out.bytes = bytes;
  const bool executes = reached_.here && reached_.mapped == direct_->direct && !reached_.device;
  out.address = reached_.address + offset;
  out.locks = executes ? reached_.locks : nullptr;
  out.atomics = executes && reached_.executor == Executor::kCpu;
  return out;
}

// Elements that lie together in memory that is mapped here, with operands in memory of the CPU and nothing before them: by
// atomics, or under locks that are free. Returns of how many.
std::uint64_t Rma::execute_at_once(const Target& target, const Fold& fold, std::uint64_t offset, const Elements& elements) {
  if (!last_accumulate_.empty() || !parts_.accel.all_host()) return 0;
  const Direct memory = target.direct_part(0, target.head().bytes);
  if (elements.count == 0 || !memory.holds(offset, elements.count * fold.bytes)) return 0;
  const std::uint64_t done = memory.accumulate(fold, offset, elements, parts_.rank);
  if (done != 0) count_direct(memory, fold, offset, done);
  return done;
}

// Returns the bytes that are done, of which nothing is left to keep.
std::uint64_t Rma::accumulate_at_once(Target& target, const Fold& fold, const Buffer& origin, const Buffer* result,
                                      const RemoteBuffer& remote) {
  const std::uint64_t bytes = remote.bytes();
  const bool reads = fold.reads_only();
  if (bytes % fold.bytes != 0 || !remote.layout->is_contiguous(remote.count)) return 0;
  if (!reads && (!together(origin) || origin.bytes() != bytes)) return 0;
  if (result != nullptr && (!together(*result) || result->bytes() != bytes)) return 0;
  const Elements elements{reads ? nullptr : static_cast<const std::byte*>(origin.address), nullptr,
                          result == nullptr ? nullptr : static_cast<std::byte*>(result->address), bytes / fold.bytes};
  return execute_at_once(target, fold, static_cast<std::uint64_t>(remote.offset), elements) * fold.bytes;
}

void Rma::begin_accumulate(Call* call, const Fold& fold) {
  call->work_->fold = fold;
  begin(call, check_accumulate(*call));
}

Status Rma::check_accumulate(const Call& call) {
  const Work& work = *call.work_;
  PENSTOCK_TRY(check_range(call.target_->head().bytes, work.remote));
  const std::uint64_t mine = work.fold.reads_only() ? work.bytes : work.origin.bytes();
  const std::uint64_t old = work.result.layout == nullptr ? work.bytes : work.result.bytes();
  if (mine != work.bytes || old != work.bytes) {
    return Status::error(Code::kTruncate,
                         "an accumulate of {} bytes on {} of rank {}, with {} for the result: describe as many", mine,
                         work.bytes, call.peer_, old);
  }
  if (work.bytes % work.fold.bytes == 0) return Status::ok();
  return Status::error(Code::kType, "{} bytes are not whole elements of {}", work.bytes, work.fold.bytes);
}

void Rma::link_accumulate(Call* call) {
  Call*& last = last_accumulate_[call->peer_];
  call->work_->before = last;
  if (last != nullptr) last->work_->after = call;
  last = call;
}

void Rma::unlink_accumulate(Call* call) noexcept {
  const Work& work = *call->work_;
  if (work.before != nullptr) work.before->work_->after = work.after;
  if (work.after != nullptr) {
    work.after->work_->before = work.before;
  } else if (work.before != nullptr) {
    last_accumulate_[call->peer_] = work.before;
  } else {
    last_accumulate_.erase(call->peer_);
  }
}

// Requests arrive in order, so those of one may follow the last of another; whatever is done here waits for all.
bool Rma::waits_for_earlier(const Call& call) noexcept {
  const Call* const before = call.work_->before;
  if (before == nullptr) return false;
  if (call.work_->by == Work::By::kKernels)
    return !leads(*before) || before->target_->reached_.gpu != call.target_->reached_.gpu;
  const bool sent = before->stage_ == Call::Stage::kServed && before->work_->asked == before->work_->total;
  return !sent || call.work_->by != Work::By::kOwner;
}

void Rma::start_accumulate(Call* call) {
  Work& work = *call->work_;
  if (work.bytes == 0) return finish(call, Status::ok());
  if (work.by == Work::By::kUnknown) choose_executor(call);
  if (!std::exchange(work.is_staged, true)) {
    Status staged = work.operand_from != nullptr ? stage_single(call) : stage_accumulate(call);
    if (!staged.is_ok()) return finish(call, std::move(staged));
    if (!work.staged.empty()) return;  // goes on, or has gone on, when its operands are copied
  }
  if (waits_for_earlier(*call)) return static_cast<void>(call->stage_ = Call::Stage::kHeld);
  if (work.by == Work::By::kKernels) {
    count(*call, "kernel");
    return launch_accumulate(call);
  }
  const bool atomics = call->target_->reached_.takes_atomics(work.fold, static_cast<std::uint64_t>(work.remote.offset));
  count(*call, work.by != Work::By::kHere ? "owner" : atomics ? "atomic" : "lock");
  if (work.by == Work::By::kHere) return execute(call);
  serve(call);
}

// Elements that are not the CPU's get a place where they are.
Status Rma::stage_accumulate(Call* call) {
  Work& work = *call->work_;
  accel::Memory operand;
  accel::Memory result;
  if (!work.fold.reads_only()) PENSTOCK_TRY(memory_of(work.origin, &operand));
  work.kind = operand.kind;
  if (work.result.layout != nullptr) PENSTOCK_TRY(memory_of(work.result, &result));
  work.flat = Layout::bytes(work.bytes);
  reach_operands(call, operand, result);
  if (!result.on_host() && !work.result_reached) {
    work.staged_result.resize(work.bytes);
    work.return_to = work.result;
    work.result = {work.staged_result.data(), 1, &work.flat};
  }
  if (operand.on_host() || work.operand_reached) return Status::ok();
  work.staged.resize(work.bytes);
  const Buffer source = work.origin;
  work.origin = {work.staged.data(), 1, &work.flat};
  begin_copy(call, work.origin, source, Call::Stage::kCopies);
  return Status::ok();
}

// By this process, until all is done or another rank has a lock for too long.
void Rma::execute(Call* call) {
  Work& work = *call->work_;
  while (work.done < work.bytes) {
    Executed executed;
    const Status status = execute_part(call, &executed);
    work.done += executed.count * work.fold.bytes;
    if (status.code() == Code::kInternal || status.code() == Code::kPeerLost) return finish(call, status.clone());
    if (!status.is_ok()) {
      warn_once(call->peer_, status);
      return serve(call);
    }
    if (executed.holder < 0) continue;
    if (std::find(lost_.begin(), lost_.end(), executed.holder) != lost_.end()) {
      return finish(call, Status::error(Code::kPeerLost, "rank {} was lost while it operated on memory of rank {}",
                                        executed.holder, call->peer_));
    }
    call->stage_ = Call::Stage::kBusy;
    return;
  }
  end_layouts(call);
}

Status Rma::execute_part(Call* call, Executed* done) {
  Work& work = *call->work_;
  extents_.clear();
  const std::uint64_t first = work.done;
  const std::uint64_t most = std::max<std::uint64_t>(kPartBytes, work.fold.bytes);
  const std::uint64_t bytes =
      add_extents(work.remote, first, std::min(work.bytes - first, most), kPartExtents, work.fold.bytes, &extents_);
  Elements elements;
  elements.count = bytes / work.fold.bytes;
  if (work.fold.compares) elements.compare = work.compare + first;
  if (!work.fold.reads_only() && together(work.origin)) {
    elements.operand = static_cast<const std::byte*>(work.origin.address) + first;
  } else if (!work.fold.reads_only()) {
    packed_.resize(bytes);
    pack_host(work.origin, first, packed_);
    elements.operand = packed_.data();
  }
  const bool wanted = work.result.layout != nullptr;
  const bool apart = wanted && !together(work.result);
  if (apart) results_.resize(bytes);
  if (wanted) elements.result = apart ? results_.data() : static_cast<std::byte*>(work.result.address) + first;
  const Reached& reached = call->target_->reached_;
  Status status = reached.takes_kernels(work.fold) ? device_.run_now(reached, work.fold, extents_, elements, executor_, done)
                                                   : executor_.run(reached, work.fold, extents_, elements, done);
  if (apart) unpack_host(work.result, first, std::span(results_).first(done->count * work.fold.bytes));
  return status;
}

// Operands of the host are copied. Of others it is looked at when it is known who executes it.
void Rma::compare_and_swap(Target& target, std::uint64_t offset, std::uint32_t bytes, const void* origin, const void* compare,
                           void* result, Call* call) {
  Fold fold;
  Status known = Fold::compare_and_swap(bytes, &fold);
  const Elements one{static_cast<const std::byte*>(origin), static_cast<const std::byte*>(compare),
                     static_cast<std::byte*>(result), 1};
  if (known.is_ok() && execute_at_once(target, fold, offset, one) == 1) return call->reset();
  enter(target, Call::Verb::kAccumulate, call);
  Work& work = *call->work_;
  if (!known.is_ok()) return finish(call, std::move(known));
  if (parts_.accel.all_host()) {
    std::memcpy(work.operand.data(), origin, bytes);
    std::memcpy(work.comparison.data(), compare, bytes);
  } else {
    work.operand_from = origin;
    work.comparison_from = compare;
  }
  work.wants_old = result;
  work.compare = work.comparison.data();
  begin_single(fold, offset, call);
}

void Rma::atomic_by_lock(Target& target, const transport::Atomic& atomic, Call* call) {
  const bool is_signed = atomic.op == AtomicOp::kMin || atomic.op == AtomicOp::kMax;
  Fold fold;
  Status known = check_range(target.head().bytes, target.head().descriptor.address, atomic);
  if (known.is_ok()) known = Fold::of({op_of(atomic.op), integer(is_signed, atomic.width), atomic.width}, simd_, &fold);
  enter(target, Call::Verb::kAccumulate, call);
  Work& work = *call->work_;
  if (!known.is_ok()) return finish(call, std::move(known));
  std::memcpy(work.operand.data(), &atomic.operand, sizeof atomic.operand);
  std::memcpy(work.comparison.data(), &atomic.compare, sizeof atomic.compare);
  work.counts = false;
  fold.compares = atomic.op == AtomicOp::kCompareSwap;
  if (fold.compares) work.compare = work.comparison.data();
  work.wants_old = atomic.result;
  begin_single(fold, atomic.offset, call);
}

// One element, whose operands lie in the call's own memory or are still to come there, and its result until the end.
void Rma::begin_single(const Fold& fold, std::uint64_t offset, Call* call) {
  Work& work = *call->work_;
  work.by_layouts = true;
  work.is_staged = work.operand_from == nullptr;
  work.bytes = fold.bytes;
  work.flat = Layout::bytes(fold.bytes);
  work.remote = {static_cast<std::int64_t>(offset), 1, &work.flat};
  work.origin = {work.operand.data(), 1, &work.flat};
  work.result = {work.old.data(), 1, &work.flat};
  begin_accumulate(call, fold);
}

}  // namespace penstock::proto::rma
