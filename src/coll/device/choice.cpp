#include "coll/device/choice.hpp"

#include "coll/device/coscheduled_plan.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/nccl_work.hpp"

namespace penstock::coll {
namespace {

// FIFOs that there are have room for parts of some length.
bool may_pipeline(const Query& query, const Team& team, const Arguments& arguments) noexcept {
  if (!serves_pipeline(query, team, arguments)) return false;
  const Fifos* fifos = team.devices->fifos();
  return fifos == nullptr || fifos->shape_for(longest_part(query, arguments)).channels != 0;
}

}  // namespace

DeviceChoice choose_strategy(const Query& query, Schedule& schedule, const Arguments& arguments, bool as_they_lie) {
  const Team& team = schedule.team();
  DeviceTeam& devices = *team.devices;
  Query asked = query;
  asked.gpus = {.asked = true,
                .given = given_to_others(query, kernel_bytes(query, arguments)),
                .one_shot = serves_one_shot(query, team, arguments),
                .pipeline = may_pipeline(query, team, arguments),
                .nccl = team.shm != nullptr && devices.may_have_nccl() && serves_nccl(query, arguments),
                .as_they_lie = as_they_lie};
  bool would_pipeline = false;
  for (;;) {
    const GpuChoice chosen = choose_for_gpus(asked, team.preferred, schedule.selection());
    if (chosen.row->strategy == Strategy::kPipeline && devices.fifos() == nullptr) {
      if (chosen.mapped == nullptr) devices.want_fifos();
      asked.gpus.pipeline = false;
      would_pipeline = true;
    } else if (chosen.row->strategy == Strategy::kNccl && devices.nccl() == nullptr) {
      devices.want_nccl();
      asked.gpus.nccl = false;
    } else {
      return {chosen, would_pipeline};
    }
  }
}

}  // namespace penstock::coll
