// The verbs: their checks, and elements that are executed immediately. The later steps are in accumulate_steps.cpp.
#include "proto/rma/accumulate.hpp"

#include <cstring>
#include <utility>

namespace penstock::proto::rma {
namespace {

using base::Element;
using transport::AtomicOp;

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

Status fold_of_atomic(const transport::Atomic& atomic, base::Simd simd, Fold* out) {
  const bool is_signed = atomic.op == AtomicOp::kMin || atomic.op == AtomicOp::kMax;
  PENSTOCK_TRY(Fold::of({op_of(atomic.op), integer(is_signed, atomic.width), atomic.width}, simd, out));
  out->compares = atomic.op == AtomicOp::kCompareSwap;
  return Status::ok();
}

Status check(const AccumulateWork& work) {
  PENSTOCK_TRY(check_range(work.target->head().bytes, work.remote));
  const std::uint64_t mine = work.fold.reads_only() ? work.bytes : work.origin.bytes();
  const std::uint64_t old = work.wants_result() ? work.result.bytes() : work.bytes;
  if (mine != work.bytes || old != work.bytes) {
    return Status::error(Code::kTruncate,
                         "an accumulate of {} bytes on {} of rank {}, with {} for the result: describe as many", mine,
                         work.bytes, work.peer, old);
  }
  if (work.bytes % work.fold.bytes == 0) return Status::ok();
  return Status::error(Code::kType, "{} bytes are not whole elements of {}", work.bytes, work.fold.bytes);
}

}  // namespace

Status Accumulates::find_fold(const Accumulation& what) {
  if (last_fold_.bytes != 0 && what.op == last_wanted_.op && what.element == last_wanted_.element &&
      what.element_bytes == last_wanted_.element_bytes) {
    return Status::ok();
  }
  last_fold_.bytes = 0;
  PENSTOCK_TRY(Fold::of(what, core_.simd, &last_fold_));
  last_wanted_ = what;
  return Status::ok();
}

void Accumulates::accumulate(Target& target, const Accumulation& what, const Buffer& origin, const Buffer* result,
                             const RemoteBuffer& remote, Call* call) {
  Status known = find_fold(what);
  const bool reads = what.op == AccumulateOp::kNoOp;
  if (known.is_ok() && reads && result == nullptr)
    known = Status::error(Code::kArg, "an accumulate that only reads needs a result");
  const std::uint64_t done = known.is_ok() ? accumulate_at_once(target, last_fold_, origin, result, remote) : 0;
  if (done != 0 && done == remote.bytes()) return Core::finish_at_once(call);
  AccumulateWork* const work = enter(target, call);
  work->done = done;
  if (!reads) work->origin = origin;
  if (result != nullptr) work->result = *result;
  work->remote = remote;
  work->bytes = remote.bytes();
  if (!known.is_ok()) return core_.finish(work, std::move(known));
  begin(work, last_fold_);
}

// Executes contiguous elements immediately, by atomics or under locks that are free: in memory that is mapped here, with
// operands in host memory, and with no earlier operation under way. Returns the number of executed elements.
std::uint64_t Accumulates::execute_at_once(const Target& target, const Fold& fold, std::uint64_t offset,
                                           const Elements& elements) {
  if (!order_.empty() || !core_.all_host()) return 0;
  const Direct memory = target.direct_part(0, target.head().bytes);
  if (elements.count == 0 || !memory.holds(offset, elements.count * fold.bytes)) return 0;
  const std::uint64_t done = memory.accumulate(fold, offset, elements, core_.parts.rank);
  if (done != 0) core_.count_direct(memory, fold, offset, done);
  return done;
}

// Returns the number of bytes that are executed; no state of them must be kept.
std::uint64_t Accumulates::accumulate_at_once(Target& target, const Fold& fold, const Buffer& origin, const Buffer* result,
                                              const RemoteBuffer& remote) {
  const std::uint64_t bytes = remote.bytes();
  const bool reads = fold.reads_only();
  if (bytes % fold.bytes != 0 || !remote.layout->is_contiguous(remote.count)) return 0;
  if (!reads && (!is_together(origin) || origin.bytes() != bytes)) return 0;
  if (result != nullptr && (!is_together(*result) || result->bytes() != bytes)) return 0;
  const Elements elements{reads ? nullptr : static_cast<const std::byte*>(origin.address), nullptr,
                          result == nullptr ? nullptr : static_cast<std::byte*>(result->address), bytes / fold.bytes};
  return execute_at_once(target, fold, static_cast<std::uint64_t>(remote.offset), elements) * fold.bytes;
}

AccumulateWork* Accumulates::enter(Target& target, Call* call) {
  auto* const work = core_.enter<AccumulateWork>(this, target, transport::kUseAtomics, call);
  order_.add(work);
  return work;
}

void Accumulates::begin(AccumulateWork* work, const Fold& fold) {
  work->fold = fold;
  core_.begin(work, check(*work));
}

// Operands in host memory are copied. Operands in other memory are handled once the executor is known.
void Accumulates::compare_and_swap(Target& target, std::uint64_t offset, std::uint32_t bytes, const void* origin,
                                   const void* compare, void* result, Call* call) {
  Fold fold;
  Status known = Fold::compare_and_swap(bytes, &fold);
  const Elements one{static_cast<const std::byte*>(origin), static_cast<const std::byte*>(compare),
                     static_cast<std::byte*>(result), 1};
  if (known.is_ok() && execute_at_once(target, fold, offset, one) == 1) return Core::finish_at_once(call);
  AccumulateWork* const work = enter(target, call);
  if (!known.is_ok()) return core_.finish(work, std::move(known));
  AccumulateSingle& single = work->single;
  if (core_.all_host()) {
    std::memcpy(single.operand.data(), origin, bytes);
    std::memcpy(single.comparison.data(), compare, bytes);
  } else {
    single.operand_from = origin;
    single.comparison_from = compare;
  }
  single.wants_old = result;
  begin_single(work, fold, offset);
}

void Accumulates::atomic(Target& target, const transport::Atomic& atomic, Call* call) {
  Fold fold;
  Status known = transport::check_range(target.head().bytes, target.head().descriptor.address, atomic);
  if (known.is_ok()) known = fold_of_atomic(atomic, core_.simd, &fold);
  AccumulateWork* const work = enter(target, call);
  if (!known.is_ok()) return core_.finish(work, std::move(known));
  AccumulateSingle& single = work->single;
  std::memcpy(single.operand.data(), &atomic.operand, sizeof atomic.operand);
  std::memcpy(single.comparison.data(), &atomic.compare, sizeof atomic.compare);
  single.wants_old = atomic.result;
  work->counts = false;
  begin_single(work, fold, atomic.offset);
}

// Begins an operation on one element. Its operands are in the operation's own memory, or will be copied
// there; the result stays there until the end.
void Accumulates::begin_single(AccumulateWork* work, const Fold& fold, std::uint64_t offset) {
  AccumulateSingle& single = work->single;
  work->staging.is_done = single.operand_from == nullptr;
  work->bytes = fold.bytes;
  work->flat = Layout::bytes(fold.bytes);
  work->remote = {static_cast<std::int64_t>(offset), 1, &work->flat};
  work->origin = {single.operand.data(), 1, &work->flat};
  work->result = {single.old.data(), 1, &work->flat};
  if (fold.compares) work->compare = single.comparison.data();
  begin(work, fold);
}

}  // namespace penstock::proto::rma
