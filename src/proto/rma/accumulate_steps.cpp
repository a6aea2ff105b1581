// The steps of an accumulate that does not complete immediately: its operands, its turn, its executor, its result.
#include <cstring>
#include <utility>

#include "proto/rma/accumulate.hpp"
#include "proto/rma/accumulate_operands.hpp"

namespace penstock::proto::rma {
namespace {

using By = AccumulateWork::By;

}  // namespace

void Accumulates::start(Work* of) {
  auto* const work = static_cast<AccumulateWork*>(of);
  if (work->bytes == 0) return core_.finish(work, Status::ok());
  if (work->by == By::kUnknown) {
    work->by = KernelAccumulates::suits(*work) ? By::kKernels : work->target->reached().here ? By::kHere : By::kOwner;
  }
  if (!std::exchange(work->staging.is_done, true)) return place_operands(work);
  go_on(work);
}

void Accumulates::place_operands(AccumulateWork* work) {
  Buffer source;
  Status placed = work->single.operand_from != nullptr ? place_single(core_, work) : place_buffers(core_, work, &source);
  if (!placed.is_ok()) return core_.finish(work, std::move(placed));
  if (source.layout != nullptr) return begin_copy(work, work->origin, source, Step::kCopyIn);
  go_on(work);
}

// Continues once the operands are where they are needed.
void Accumulates::go_on(AccumulateWork* work) {
  if (AccumulateOrder::waits(*work)) return static_cast<void>(work->stage = Stage::kHeld);
  count(*work);
  if (work->by == By::kHere) return execute(work);
  if (work->by == By::kOwner) return serve(work);
  work->stage = Stage::kMoving;
  work->moving = Step::kKernels;
  launch(work);
}

bool Accumulates::step(Work* of) {
  auto* const work = static_cast<AccumulateWork*>(of);
  if (work->stage == Stage::kBusy) {
    execute(work);
    return work->stage != Stage::kBusy;
  }
  if (work->stage != Stage::kMoving) return false;
  if (work->moving == Step::kKernels) return step_kernels(work);
  if (!work->staging.copy.over()) return false;
  copied(work);
  return true;
}

// Executes the elements by this process, until all are done or another rank has held a lock for too long.
void Accumulates::execute(AccumulateWork* work) {
  while (work->done < work->bytes) {
    Executed executed;
    const Status status = by_host_.execute_some(work, &executed);
    if (status.code() == Code::kInternal || status.code() == Code::kPeerLost) return core_.finish(work, status.clone());
    if (!status.is_ok()) {
      core_.warn_once(work->peer, status);
      return serve(work);
    }
    if (executed.holder < 0) continue;
    if (!core_.is_lost(executed.holder)) return static_cast<void>(work->stage = Stage::kBusy);
    return core_.finish(work, Status::error(Code::kPeerLost, "rank {} was lost while it operated on memory of rank {}",
                                            executed.holder, work->peer));
  }
  end(work);
}

void Accumulates::launch(AccumulateWork* work) {
  if (Status launched = by_kernels_.launch(work); !launched.is_ok()) launch_failed(work, std::move(launched));
}

// The owner can execute the whole operation if it is another process and this process has done nothing yet.
void Accumulates::launch_failed(AccumulateWork* work, Status&& why) {
  const AccumulateKernels& kernels = work->kernels;
  const bool first = work->done == 0 && kernels.runs.empty();
  const bool reached = kernels.operand_reached || kernels.compare_reached || kernels.result_reached;
  if (first && !reached && !work->target->reached().here) {
    core_.warn_once(work->peer, why);
    work->by = By::kOwner;
    return serve(work);
  }
  if (work->error.is_ok()) work->error = std::move(why);
  work->done = work->bytes;
  if (kernels.runs.empty()) core_.finish(work, std::move(work->error));
}

bool Accumulates::step_kernels(AccumulateWork* work) {
  const bool collected = by_kernels_.collect(work);
  if (!work->error.is_ok()) work->done = work->bytes;  // no further kernel is launched
  const std::uint64_t at = work->done;
  if (work->done < work->bytes) launch(work);
  const bool runs = !work->kernels.runs.empty() || work->done < work->bytes;
  if (work->stage != Stage::kMoving || runs) return collected || work->done != at;
  if (!work->error.is_ok()) return core_.finish(work, std::move(work->error)), true;
  return end(work), true;
}

void Accumulates::begin_copy(AccumulateWork* work, const Buffer& destination, const Buffer& source, Step step) {
  Status begun = work->staging.copy.begin(core_.parts.copier, destination, source);
  if (!begun.is_ok()) return core_.finish(work, std::move(begun));
  work->stage = Stage::kMoving;
  work->moving = step;
  if (work->staging.copy.over()) copied(work);
}

void Accumulates::copied(AccumulateWork* work) {
  Status status = work->staging.copy.end();
  if (!status.is_ok() || work->moving == Step::kCopyOut) return core_.finish(work, std::move(status));
  go_on(work);
}

// Passes the result to the caller.
void Accumulates::end(AccumulateWork* work) {
  const AccumulateSingle& single = work->single;
  if (single.wants_old != nullptr) {
    if (!core_.all_host()) {
      return core_.finish(work, core_.parts.accel.queues().copy_now(single.wants_old, single.old.data(), work->bytes));
    }
    std::memcpy(single.wants_old, single.old.data(), work->bytes);
  }
  if (work->staging.return_to.layout == nullptr) return core_.finish(work, Status::ok());
  begin_copy(work, work->staging.return_to, work->result, Step::kCopyOut);
}

Status Accumulates::request(Work* of) {
  auto* const work = static_cast<AccumulateWork*>(of);
  ListHead head;
  head.op = static_cast<std::uint8_t>(work->fold.op);
  head.element = static_cast<std::uint8_t>(work->fold.element);
  head.element_bytes = work->fold.bytes;
  head.flags = static_cast<std::uint8_t>((work->wants_result() ? kWantsOld : 0) | (work->fold.compares ? kCompares : 0));
  return requester_.post_list(work, {.kind = kRmaAccumulate,
                                     .remote = work->remote,
                                     .sent = work->fold.reads_only() ? nullptr : &work->origin,
                                     .compare = work->fold.compares ? work->compare : nullptr,
                                     .head = head});
}

Status Accumulates::take(Work* of, const Piece& piece, std::span<const std::byte> payload) {
  auto* const work = static_cast<AccumulateWork*>(of);
  if (!work->wants_result()) return Status::ok();
  PENSTOCK_TRY(Requester::check_length(*work, payload, piece.bytes));
  unpack_host(work->result, piece.first, payload);
  return Status::ok();
}

void Accumulates::count(const AccumulateWork& work) {
  if (!work.counts) return;
  const bool atomics = work.target->reached().takes_atomics(work.fold, static_cast<std::uint64_t>(work.remote.offset));
  const std::string_view by = work.by == By::kKernels ? "kernel"
                              : work.by == By::kOwner ? "owner"
                              : atomics               ? "atomic"
                                                      : "lock";
  core_.counters.count(RmaCounters::Verb::kAccumulate, by, work.kind, work.target->head().descriptor.kind, work.bytes);
}

}  // namespace penstock::proto::rma
