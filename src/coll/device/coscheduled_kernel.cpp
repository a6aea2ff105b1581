#include "coll/device/coscheduled_kernel.hpp"

#include <fmt/format.h>

#include <utility>

#include "coll/loss.hpp"

namespace penstock::coll {

void CoscheduledKernel::take_turn() noexcept {
  static_cast<void>(team_.shm->take_ticket());
  turn_ = true;
}

void CoscheduledKernel::begun(Schedule& schedule, Status&& status) {
  if (!status.is_ok()) schedule.fail(std::move(status).within(fmt::format("{} over GPUs", collective_name(query_.collective))));
}

// What a rank that failed was to give never comes.
bool CoscheduledKernel::advance(Schedule& schedule) {
  constexpr unsigned kLooks = 64;  // at its own kernel for one at the others
  through_ = through_ || is_through(schedule);
  if (!through_ && ++looks_ % kLooks == 0) look_at_others(schedule);
  if (!through_ || !says_so(schedule) || !hears_all(schedule)) return false;
  only_.give_back();
  team_.shm->leave(place_);
  if (turn_) team_.shm->pass_turn();
  return true;
}

bool CoscheduledKernel::says_so(Schedule& schedule) {
  if (said_) return true;
  if (team_.shm->is_broken()) schedule.fail(team_.shm->loss().clone());
  if (!team_.shm->is_broken() && !team_.shm->has_room(place_, &watch_)) return false;
  team_.shm->publish(place_, 0, schedule.failed(), -1);
  return said_ = true;
}

bool CoscheduledKernel::hears_all(Schedule& schedule) {
  for (; heard_ < team_.size; ++heard_) {
    if (heard_ == team_.rank) continue;
    if (!team_.shm->has_come(heard_, place_, &watch_) && !team_.shm->breaks(schedule.engine())) return false;
    if (!team_.shm->is_whole(heard_, place_, 0)) fail_as(schedule, heard_);
  }
  return true;
}

void CoscheduledKernel::fail_as(Schedule& schedule, int member) {
  schedule.fail(loss_or(schedule.engine(), team_.world,
                        Status::error(Code::kTransport, "{} over GPUs: rank {} of the communicator failed",
                                      collective_name(query_.collective), member)));
}

bool CoscheduledKernel::is_through(Schedule& schedule) {
  bool done = false;
  Status tested = run_.test(&done);
  if (tested.is_ok()) return done;
  schedule.fail(std::move(tested).within(fmt::format("{} over GPUs", collective_name(query_.collective))));
  return true;
}

void CoscheduledKernel::look_at_others(Schedule& schedule) {
  if (abort_.given_up()) return;
  if (Status well = abort_.check(); !well.is_ok()) {
    begun(schedule, std::move(well));
    if (Status given_up = abort_.give_up(); !given_up.is_ok()) schedule.fail(std::move(given_up));
    return;
  }
  static_cast<void>(team_.shm->breaks(schedule.engine()));
  for (int i = 0; i < team_.size; ++i) {
    if (i == team_.rank || !team_.shm->has_come(i, place_, &watch_) || team_.shm->is_whole(i, place_, 0)) continue;
    fail_as(schedule, i);
    if (Status given_up = abort_.give_up(); !given_up.is_ok()) schedule.fail(std::move(given_up));
    return;
  }
}

}  // namespace penstock::coll
