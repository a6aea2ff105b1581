#include "proto/rma/accumulate_order.hpp"

#include <algorithm>

namespace penstock::proto::rma {
namespace {

using By = AccumulateWork::By;

// Tells if all kernels of the operation have been launched to the stream that the kernels of later operations follow.
bool leads(const AccumulateWork& work) noexcept {
  return work.stage == Stage::kMoving && work.moving == AccumulateWork::Step::kKernels && work.done == work.bytes &&
         std::ranges::all_of(work.kernels.runs, [](const DeviceExecutor::Run& run) { return run.in_order; });
}

}  // namespace

void AccumulateOrder::add(AccumulateWork* work) {
  AccumulateWork*& last = last_[work->peer];
  work->before = last;
  if (last != nullptr) last->after = work;
  last = work;
}

void AccumulateOrder::remove(const AccumulateWork& work) noexcept {
  if (work.before != nullptr) work.before->after = work.after;
  if (work.after != nullptr) {
    work.after->before = work.before;
  } else if (work.before != nullptr) {
    last_[work.peer] = work.before;
  } else {
    last_.erase(work.peer);
  }
}

bool AccumulateOrder::waits(const AccumulateWork& work) noexcept {
  const AccumulateWork* const before = work.before;
  if (before == nullptr) return false;
  if (work.by == By::kKernels) return !leads(*before) || before->target->reached().gpu != work.target->reached().gpu;
  const bool sent = before->stage == Stage::kServed && before->served.asked == before->served.total;
  return !sent || work.by != By::kOwner;
}

}  // namespace penstock::proto::rma
