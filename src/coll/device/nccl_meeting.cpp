#include "coll/device/nccl_meeting.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "coll/board/board.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/negotiation.hpp"

namespace penstock::coll {
namespace {

// First the members' cards. NCCL's own call waits for all members, so each says on the board how its own ended: where one
// failed nobody waits for the others' any more.
class NcclMeeting final : public Negotiation {
 public:
  explicit NcclMeeting(Schedule& schedule)
      : engine_(schedule.engine()), team_(schedule.team()), cards_(static_cast<std::size_t>(team_.size)) {
    offered_ = team_.devices->offer_nccl(&cards_[static_cast<std::size_t>(team_.rank)]);
  }
  ~NcclMeeting() override { poll(false); }
  bool advance(Schedule& schedule) override;

 private:
  void tell(BoardOp& op) override { list_telling(op, {Told::of(cards_)}); }
  void decide(Schedule& schedule) override;
  void look_at_own();
  [[nodiscard]] bool says_so();
  [[nodiscard]] bool hears_all();
  void poll(bool wanted) noexcept {
    if (std::exchange(polling_, wanted) != wanted) wanted ? engine_.begin_polling() : engine_.end_polling();
  }

  proto::Engine& engine_;
  Team team_;
  Status offered_;
  std::vector<NcclCard> cards_;
  Place place_;
  transport::Boards::Watch watch_;
  bool begun_ = false;
  bool over_ = false;  // NCCL's own call, or nobody waits for it
  bool failed_ = false;
  bool said_ = false;
  bool polling_ = false;
};

void NcclMeeting::decide(Schedule& /*schedule*/) {
  begun_ = true;
  place_ = team_.board->reserve(0);
  if (offered_.is_ok()) offered_ = team_.devices->begin_nccl(cards_);
  if (!offered_.is_ok()) {
    team_.devices->log().info("collectives of GPU memory do not go by NCCL: {}", offered_.message());
    over_ = failed_ = true;
  }
  poll(true);
}

void NcclMeeting::look_at_own() {
  if (over_) return;
  Status ended = team_.devices->test_nccl(&over_);
  if (!over_ || ended.is_ok()) return;
  team_.devices->log().warn("collectives of GPU memory do not go by NCCL: {}", ended.message());
  failed_ = true;
}

bool NcclMeeting::says_so() {
  if (said_) return true;
  if (!over_ || !team_.board->has_room(place_, &watch_)) return false;
  team_.board->publish(place_, 0, failed_, -1);
  return said_ = true;
}

// A member that failed may come before one that waits for it in NCCL's call.
bool NcclMeeting::hears_all() {
  bool all = true;
  for (int i = 0; i < team_.size; ++i) {
    if (i == team_.rank) continue;
    const bool come = team_.board->has_come(i, place_, &watch_);
    all = all && come;
    if (come && !team_.board->is_whole(i, place_, 0)) over_ = failed_ = true;
  }
  return all;
}

bool NcclMeeting::advance(Schedule& schedule) {
  if (schedule.failed()) return team_.devices->use_nccl(false), true;
  if (!begun_) decide(schedule);
  look_at_own();
  const bool all = hears_all();
  if (!says_so() || !all) return false;
  poll(false);
  team_.board->leave(place_);
  team_.devices->use_nccl(!failed_);
  return true;
}

}  // namespace

void build_nccl(Schedule& schedule) {
  Negotiation::list(std::make_unique<NcclMeeting>(schedule), schedule, *schedule.team().board);
}

}  // namespace penstock::coll
