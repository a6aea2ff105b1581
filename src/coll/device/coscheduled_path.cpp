#include "coll/device/coscheduled_path.hpp"

#include <memory>
#include <utility>

#include "coll/device/coscheduled_plan.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/nccl_work.hpp"
#include "coll/select/explained.hpp"

namespace penstock::coll {

Abort& CoscheduledPath::abort() const noexcept {
  if (row_.strategy == Strategy::kPipeline) return team_.devices->fifos()->abort();
  if (row_.strategy == Strategy::kNccl) return *team_.devices->nccl();
  return team_.devices->ll_buffers()->abort();
}

// The LL buffers' numbers come again: a call in which they are emptied goes another way, on all members.
Status CoscheduledPath::prepare(std::uint64_t* number, bool* ready) {
  *ready = !abort().given_up();
  if (row_.strategy == Strategy::kPipeline) {
    *number = team_.devices->fifos()->next();
  } else if (row_.strategy == Strategy::kNccl) {
    *number = team_.devices->nccl()->next();
  } else {
    std::uint32_t next = 0;
    PENSTOCK_TRY(team_.devices->ll_buffers()->next(&next));
    *number = next;
    *ready = *ready && next != 0;
  }
  if (!*ready) return Status::ok();
  only_ = CoscheduledTurn::take(team_.devices->coscheduled_turns());
  *ready = only_.is_taken();
  return Status::ok();
}

void CoscheduledPath::launch(Schedule& schedule, const Arguments& arguments, std::uint64_t number, Step end) {
  explain(schedule);
  auto kernel = std::make_unique<CoscheduledKernel>(query_, team_, schedule.engine(), abort(), std::move(only_));
  if (end == kNoStep) kernel->take_turn();
  begin(*kernel, schedule, arguments, number);
  const Step ran = schedule.task(std::move(kernel));
  if (end != kNoStep) schedule.order(ran, end);
}

void CoscheduledPath::begin(CoscheduledKernel& kernel, Schedule& schedule, const Arguments& arguments,
                            std::uint64_t number) const {
  if (row_.strategy == Strategy::kNccl)
    return kernel.begin(schedule, NcclWork(*team_.devices->nccl(), query_, team_, arguments));
  if (row_.strategy == Strategy::kPipeline)
    return kernel.begin(schedule, PipelineTask(query_, team_, arguments, number).task());
  kernel.begin(schedule, OneShotTask(query_, team_, arguments, static_cast<std::uint32_t>(number)).task());
}

void CoscheduledPath::explain(Schedule& schedule) const {
  if (row_.strategy == Strategy::kPipeline) {
    return explain_strategy(schedule, query_, Explained::kPipeline,
                            "one kernel on each GPU, through FIFOs of the library's own", &row_);
  }
  if (row_.strategy == Strategy::kNccl) return explain_strategy(schedule, query_, Explained::kNccl, "NCCL", &row_);
  explain_strategy(schedule, query_, Explained::kOneShot, "one kernel on each GPU, through memory of the library's own", &row_);
}

}  // namespace penstock::coll
