#include "core/meetings.hpp"

#include <algorithm>
#include <utility>

#include "core/process.hpp"

namespace penstock::core {
namespace {

// Collectives between meetings: programs turn to the GPU at any time.
constexpr std::uint64_t kLeastBetween = 8;
constexpr std::uint64_t kMostBetween = 64;

}  // namespace

bool Meetings::delays_next(bool waits, Status* failure) {
  if (pending_) return true;
  open(comm_.collectives(), Meeting::device_of(comm_.process()));
  if (meeting_->advance(waits)) {
    close();
    comm_.meet_before(next_);
    *failure = std::exchange(failure_, Status());
    return false;
  }
  pending_ = true;
  comm_.meet_before(0);
  comm_.process().engine().add_progressor(this);
  return true;
}

// Its starts will not meet: what is not known by then is not used.
Status Meetings::meet_now() {
  const auto settle = [this] {
    if (pending_) comm_.process().engine().wait_until([this] { return !pending_; });
  };
  settle();
  Status failure;
  if (comm_.may_find_devices() && delays_next(true, &failure)) settle();
  return failure_.is_ok() ? std::move(failure) : std::exchange(failure_, Status());
}

void Meetings::put_off(coll::Schedule& schedule, Builder builder, const coll::Arguments& arguments) {
  calls_.emplace_back(comm_.collectives() - 1, Meeting::device_of(comm_.process()), &schedule, builder,
                      coll::KeptArguments(arguments));
}

void Meetings::open(std::uint64_t number, Meeting::Device device) {
  meeting_ = std::make_unique<Meeting>(comm_, number, count_++, device);
  next_ = number + std::clamp(number, kLeastBetween, kMostBetween);
}

void Meetings::close() {
  if (!meeting_->left_open()) next_ = Comm::kNever;
  if (!meeting_->status().is_ok()) {
    comm_.process().log().warn("what members of a communicator share was not found out: {}", meeting_->status().message());
    failure_ = std::move(meeting_->status());
  }
  meeting_.reset();
}

// A step of a schedule may release the lock, and calls made then are behind those that are left: all of them are put off until
// none is.
bool Meetings::advance() {
  for (;;) {
    if (meeting_) {
      if (!meeting_->advance(false)) return true;
      close();
    }
    if (calls_.empty()) break;
    if (calls_.front().number >= next_ || comm_.wants_meeting()) {
      open(calls_.front().number, calls_.front().device);
    } else {
      start_first();
    }
  }
  pending_ = false;
  comm_.meet_before(next_);
  return false;
}

void Meetings::start_first() {
  Call& call = calls_.front();
  coll::Schedule& schedule = *call.schedule;
  schedule.reset(comm_.team(), schedule.sequence());
  if (!failure_.is_ok()) schedule.fail(std::exchange(failure_, Status()));
  call.builder(schedule, call.arguments.get());
  calls_.pop_front();
  schedule.start();
}

}  // namespace penstock::core
