// One kernel on each member's device, which wait for each other: from its launch until all members have said that theirs is
// over.
//
// So it is launched once all members have said that they are in the call, which none leaves before its kernel has ended: all
// launch theirs at about the same time, whatever else they do.
#pragma once

#include <utility>

#include "coll/device/abort_word.hpp"
#include "coll/device/coscheduled_turn.hpp"
#include "coll/device/device_run.hpp"
#include "coll/device/device_team.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"
#include "coll/shm/buffer.hpp"

namespace penstock::coll {

// Within a turn in the shared buffer. A failure of one member is known to all before any of them goes on.
class CoscheduledKernel final : public Task {
 public:
  // What its kernel looks at outlives it.
  CoscheduledKernel(const Query& query, const Team& team, proto::Engine& engine, Abort& abort, CoscheduledTurn&& only)
      : query_(query), team_(team), abort_(abort), only_(std::move(only)), run_(engine) {}

  // Before begin(): this call's turn in the shared buffer begins here, and ends with it.
  void take_turn() noexcept;
  // Launches it, on the team's device.
  template <typename KernelTask>
  void begin(Schedule& schedule, KernelTask&& task) {
    place_ = team_.shm->reserve(0);
    begun(schedule, run_.begin(team_.devices->device(), task));
  }
  bool advance(Schedule& schedule) override;

 private:
  void begun(Schedule& schedule, Status&& status);
  [[nodiscard]] bool is_through(Schedule& schedule);
  [[nodiscard]] bool says_so(Schedule& schedule);
  [[nodiscard]] bool hears_all(Schedule& schedule);
  void look_at_others(Schedule& schedule);
  void fail_as(Schedule& schedule, int member);

  Query query_;
  Team team_;
  Abort& abort_;
  CoscheduledTurn only_;
  DeviceRun run_;
  Place place_;  // where each says that it is through
  transport::ShmBuffers::Watch watch_;
  unsigned looks_ = 0;
  int heard_ = 0;  // members before this one have said so
  bool through_ = false;
  bool said_ = false;
  bool turn_ = false;
};

}  // namespace penstock::coll
