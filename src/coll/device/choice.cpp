#include "coll/device/choice.hpp"

#include "coll/device/coscheduled_plan.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/nccl_work.hpp"

namespace penstock::coll {
namespace {

// Rings that there are have room for parts of some length.
bool may_flow(const Query& query, const Team& team, const Arguments& arguments) noexcept {
  if (!serves_flow(query, team, arguments)) return false;
  const Rings* rings = team.devices->rings();
  return rings == nullptr || rings->shape_for(longest_part(query, arguments)).channels != 0;
}

}  // namespace

DeviceChoice choose_way(const Query& query, Schedule& schedule, const Arguments& arguments, bool as_they_lie) {
  const Team& team = schedule.team();
  DeviceTeam& devices = *team.devices;
  Query asked = query;
  asked.gpus = {.asked = true,
                .given = given_to_others(query, kernel_bytes(query, arguments)),
                .one_shot = serves_one_shot(query, team, arguments),
                .flow = may_flow(query, team, arguments),
                .nccl = team.board != nullptr && devices.may_have_nccl() && serves_nccl(query, arguments),
                .as_they_lie = as_they_lie};
  bool would_flow = false;
  for (;;) {
    const GpuChoice chosen = choose_for_gpus(asked, team.preferred, schedule.selection());
    if (chosen.row->way == Way::kFlow && devices.rings() == nullptr) {
      if (chosen.mapped == nullptr) devices.want_rings();
      asked.gpus.flow = false;
      would_flow = true;
    } else if (chosen.row->way == Way::kNccl && devices.nccl() == nullptr) {
      devices.want_nccl();
      asked.gpus.nccl = false;
    } else {
      return {chosen, would_flow};
    }
  }
}

}  // namespace penstock::coll
