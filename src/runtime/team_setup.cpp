#include "runtime/team_setup.hpp"

#include <algorithm>
#include <utility>

#include "runtime/setup_round.hpp"

namespace penstock::runtime {
namespace {

// So many collectives lie between rounds, since programs begin to use the GPU at any time.
constexpr std::uint64_t kLeastBetween = 8;
constexpr std::uint64_t kMostBetween = 64;

}  // namespace

// Calls that are checked begin in no fixed order, which shared memory needs; so the members of such a team find nothing out.
TeamSetup::TeamSetup(TeamResources& team) noexcept : team_(team) {
  if (team.size() > 1 && !team.has_two_groups() && !team.job().checks()) team.set_up_before(kFirst);
}

TeamSetup::~TeamSetup() = default;

bool TeamSetup::delays_next(bool waits, Status* failure) {
  if (pending_) return true;
  open(team_.collectives(), device_use_of(team_.job()));
  if (round_->advance(waits)) {
    close();
    team_.set_up_before(next_);
    *failure = std::exchange(failure_, Status());
    return false;
  }
  pending_ = true;
  team_.set_up_before(0);
  team_.job().engine().progress().add_progressor(this);
  return true;
}

// The starts of a persistent collective do not negotiate: it uses no resource that is not known by then.
Status TeamSetup::finish_now() {
  const auto settle = [this] {
    if (pending_) team_.job().engine().progress().wait_until([this] { return !pending_; });
  };
  settle();
  Status failure;
  if (team_.may_find_devices() && delays_next(true, &failure)) settle();
  return failure_.is_ok() ? std::move(failure) : std::exchange(failure_, Status());
}

void TeamSetup::put_off(coll::Schedule& schedule, Builder builder, const coll::Arguments& arguments, bool begins) {
  calls_.emplace_back(team_.collectives() - 1, device_use_of(team_.job()), &schedule, builder, coll::KeptArguments(arguments),
                      begins);
}

bool TeamSetup::puts_off(const coll::Schedule& schedule) const noexcept {
  return std::ranges::any_of(calls_, [&schedule](const Call& call) { return call.schedule == &schedule; });
}

void TeamSetup::open(std::uint64_t number, DeviceUse device) {
  round_ = std::make_unique<SetupRound>(team_, count_++, make_negotiators(team_, number, device));
  next_ = number + std::clamp(number, kLeastBetween, kMostBetween);
}

void TeamSetup::close() {
  if (!round_->left_open()) next_ = TeamResources::kNever;
  if (!round_->status().is_ok()) {
    team_.job().log().warn("what members of a communicator share was not found out: {}", round_->status().message());
    failure_ = std::move(round_->status());
  }
  round_.reset();
}

// A step of a schedule may release the lock, and calls that are made then are behind those that are left. So all calls are put
// off until none is left.
bool TeamSetup::advance() {
  for (;;) {
    if (round_) {
      if (!round_->advance(false)) return true;
      close();
    }
    if (calls_.empty()) break;
    if (calls_.front().number >= next_ || team_.wants_setup()) {
      open(calls_.front().number, calls_.front().device);
    } else {
      start_first();
    }
  }
  pending_ = false;
  team_.set_up_before(next_);
  return false;
}

void TeamSetup::start_first() {
  Call& call = calls_.front();
  coll::Schedule& schedule = *call.schedule;
  schedule.reset(team_.team(), schedule.sequence());
  if (!failure_.is_ok()) schedule.fail(std::exchange(failure_, Status()));
  call.builder(schedule, call.arguments.get());
  const bool begins = call.begins;
  calls_.pop_front();
  if (begins) schedule.start();
}

}  // namespace penstock::runtime
