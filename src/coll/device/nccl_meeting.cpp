#include "coll/device/nccl_meeting.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "coll/board/board.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/end_turn.hpp"

namespace penstock::coll {
namespace {

// First the members' cards. NCCL's own call waits for all members, so each says on the board how its own ended: where one
// failed nobody waits for the others' any more.
class NcclMeeting final : public Task {
 public:
  explicit NcclMeeting(Schedule& schedule)
      : engine_(schedule.engine()), team_(schedule.team()), cards_(static_cast<std::size_t>(team_.size)) {
    offered_ = team_.devices->offer_nccl(&mine_);
  }
  ~NcclMeeting() override { poll(false); }
  void meet(BoardOp& op);
  bool advance(Schedule& schedule) override;

 private:
  void begin();
  void look_at_own();
  [[nodiscard]] bool says_so();
  [[nodiscard]] bool hears_all();
  void poll(bool wanted) noexcept {
    if (std::exchange(polling_, wanted) != wanted) wanted ? engine_.begin_polling() : engine_.end_polling();
  }

  proto::Engine& engine_;
  Team team_;
  Status offered_;
  NcclCard mine_;
  std::vector<NcclCard> cards_;
  Place place_;
  transport::Boards::Watch watch_;
  bool begun_ = false;
  bool over_ = false;  // NCCL's own call, or nobody waits for it
  bool failed_ = false;
  bool said_ = false;
  bool polling_ = false;
};

void NcclMeeting::meet(BoardOp& op) {
  op.reserve(0, sizeof(NcclCard));
  op.write(0, 0, reinterpret_cast<const std::byte*>(&mine_), sizeof(NcclCard));
  op.publish(0, sizeof(NcclCard));
  for (int i = 0; i < team_.size; ++i) {
    auto* card = reinterpret_cast<std::byte*>(&cards_[static_cast<std::size_t>(i)]);
    if (i != team_.rank) op.read(0, i, sizeof(NcclCard), 0, {.address = card}, sizeof(NcclCard));
  }
  op.leave(0);
}

void NcclMeeting::begin() {
  begun_ = true;
  cards_[static_cast<std::size_t>(team_.rank)] = mine_;
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
  if (!begun_) begin();
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
  auto meeting = std::make_unique<NcclMeeting>(schedule);
  BoardOp& cards = schedule.new_board_op();
  meeting->meet(cards);
  cards.keep_turn();
  const Step own = schedule.task(std::move(meeting), {schedule.on_board(cards)});
  schedule.task(std::make_unique<EndTurn>(*schedule.team().board), {own});
}

}  // namespace penstock::coll
