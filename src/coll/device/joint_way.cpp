#include "coll/device/joint_way.hpp"

#include <memory>
#include <utility>

#include "coll/device/coscheduled_plan.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/nccl_work.hpp"
#include "coll/select/explained.hpp"

namespace penstock::coll {

Abort& JointWay::abort() const noexcept {
  if (row_.way == Way::kFlow) return team_.devices->rings()->abort();
  if (row_.way == Way::kNccl) return *team_.devices->nccl();
  return team_.devices->inboxes()->abort();
}

// The inboxes' numbers come again: a call in which they are emptied goes another way, on all members.
Status JointWay::prepare(std::uint64_t* number, bool* ready) {
  *ready = !abort().given_up();
  if (row_.way == Way::kFlow) {
    *number = team_.devices->rings()->next();
  } else if (row_.way == Way::kNccl) {
    *number = team_.devices->nccl()->next();
  } else {
    std::uint32_t next = 0;
    PENSTOCK_TRY(team_.devices->inboxes()->next(&next));
    *number = next;
    *ready = *ready && next != 0;
  }
  if (!*ready) return Status::ok();
  only_ = JointTurn::take(team_.devices->joint_turns());
  *ready = only_.is_taken();
  return Status::ok();
}

void JointWay::launch(Schedule& schedule, const Arguments& arguments, std::uint64_t number, Step end) {
  explain(schedule);
  auto kernel = std::make_unique<JointKernel>(query_, team_, schedule.engine(), abort(), std::move(only_));
  if (end == kNoStep) kernel->take_turn();
  begin(*kernel, schedule, arguments, number);
  const Step ran = schedule.task(std::move(kernel));
  if (end != kNoStep) schedule.order(ran, end);
}

void JointWay::begin(JointKernel& kernel, Schedule& schedule, const Arguments& arguments, std::uint64_t number) const {
  if (row_.way == Way::kNccl) return kernel.begin(schedule, NcclWork(*team_.devices->nccl(), query_, team_, arguments));
  if (row_.way == Way::kFlow) return kernel.begin(schedule, FlowTask(query_, team_, arguments, number).task());
  kernel.begin(schedule, OneShotTask(query_, team_, arguments, static_cast<std::uint32_t>(number)).task());
}

void JointWay::explain(Schedule& schedule) const {
  if (row_.way == Way::kFlow) {
    return explain_way(schedule, query_, Explained::kFlow, "one kernel on each GPU, through rings of the library's own", &row_);
  }
  if (row_.way == Way::kNccl) return explain_way(schedule, query_, Explained::kNccl, "NCCL", &row_);
  explain_way(schedule, query_, Explained::kOneShot, "one kernel on each GPU, through memory of the library's own", &row_);
}

}  // namespace penstock::coll
