#include "coll/device/joint_call.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "coll/device/device_team.hpp"
#include "coll/device/end_turn.hpp"
#include "coll/device/joint_way.hpp"
#include "coll/device/sides.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

// Of managed memory: what is short is quicker on the host, where the CPU takes it as it lies.
constexpr std::uint64_t kManagedOnHost = 16 << 10;

// What a rank says before the kernels are launched. Of several answers the last counts.
enum class Answer : std::uint32_t {
  kYes,      // its data are in memory of its device, in one stretch
  kRows,     // they are not as the kernel needs them, or the kernels cannot be trusted any more: another way over GPUs
  kNotGpus,  // they are on the host, or better brought there
};
struct JointCard {
  Answer answer = Answer::kYes;
  std::uint32_t reserved = 0;
  std::uint64_t number = 0;  // of the way's calls
  std::uint64_t bytes = 0;   // Query's: peers would wait for what does not come
};

// The meeting in front of a call on this rank: it says what it has to say, hears the others, and launches.
class JointCall final : public Task {
 public:
  JointCall(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host);

  // Lists this rank's card and the reading of the others'.
  void meet(BoardOp& op);
  // Then: the way of all.
  [[nodiscard]] Answer settle(Schedule& schedule);
  // Lists the kernel; `turn`: in a turn on the board of its own.
  Step launch(Schedule& schedule, const Arguments& arguments, bool turn);
  // Where the call learns the answer later: the step behind all that follows.
  void set_end(Step end, const Arguments& arguments);

  // The answer is there. The rest is steps of their own, in the turn that is kept.
  bool advance(Schedule& schedule) override;

 private:
  Status look(const Arguments& arguments);
  Status look_at(DeviceTeam& devices, const Side& side);
  void worsen(Answer answer) noexcept { mine_.answer = std::max(mine_.answer, answer); }

  Query query_;
  Team team_;
  HostBuilder on_host_;
  JointWay way_;
  JointCard mine_;
  std::vector<JointCard> cards_;
  std::unique_ptr<KeptArguments> kept_;  // until the answer is there
  Step end_ = kNoStep;
};

// A failure is this rank's; the others hear of it as of any failed step.
JointCall::JointCall(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host)
    : query_(query),
      team_(schedule.team()),
      on_host_(on_host),
      way_(row, query_, team_),
      cards_(static_cast<std::size_t>(team_.size)) {
  if (Status looked = look(arguments); !looked.is_ok()) schedule.fail(std::move(looked));
}

Status JointCall::look(const Arguments& arguments) {
  mine_.bytes = query_.bytes;
  bool ready = false;
  PENSTOCK_TRY(way_.prepare(&mine_.number, &ready));
  if (!ready) worsen(Answer::kRows);
  const Sides sides = sides_of(query_, team_, arguments);
  PENSTOCK_TRY(look_at(*team_.devices, sides.send));
  return look_at(*team_.devices, sides.recv);
}

Status JointCall::look_at(DeviceTeam& devices, const Side& side) {
  const Stretch stretch = stretch_of(query_, side);
  if (stretch.bytes == 0) return Status::ok();
  Whereabouts where = Whereabouts::kNothing;
  PENSTOCK_TRY(devices.find(stretch.address, stretch.bytes, &where));
  if (where == Whereabouts::kDevice) {
    if (!stretch.flat) worsen(Answer::kRows);
    return Status::ok();
  }
  const bool short_one = stretch.bytes <= kManagedOnHost;
  worsen(where == Whereabouts::kElsewhere || short_one ? Answer::kNotGpus : Answer::kRows);
  return Status::ok();
}

void JointCall::meet(BoardOp& op) {
  op.reserve(0, sizeof(JointCard));
  op.write(0, 0, reinterpret_cast<const std::byte*>(&mine_), sizeof(JointCard));
  op.publish(0, sizeof(JointCard));
  for (int i = 0; i < team_.size; ++i) {
    auto* card = reinterpret_cast<std::byte*>(&cards_[static_cast<std::size_t>(i)]);
    if (i != team_.rank) op.read(0, i, sizeof(JointCard), 0, {.address = card}, sizeof(JointCard));
  }
  op.leave(0);
  cards_[static_cast<std::size_t>(team_.rank)] = mine_;
}

Answer JointCall::settle(Schedule& schedule) {
  Answer worst = Answer::kYes;
  for (const JointCard& card : cards_) worst = std::max(worst, card.answer);
  if (Status same = same_call<JointCard>(query_, mine_, cards_); !same.is_ok()) schedule.fail(std::move(same));
  return worst;
}

Step JointCall::launch(Schedule& schedule, const Arguments& arguments, bool turn) {
  return way_.launch(schedule, arguments, mine_.number, turn);
}

void JointCall::set_end(Step end, const Arguments& arguments) {
  end_ = end;
  kept_ = std::make_unique<KeptArguments>(arguments);
}

bool JointCall::advance(Schedule& schedule) {
  const Answer answer = schedule.failed() ? Answer::kNotGpus : settle(schedule);
  if (answer != Answer::kYes || schedule.failed()) way_.drop();
  if (schedule.failed()) return true;
  const Arguments& arguments = kept_->get();
  switch (answer) {
    case Answer::kNotGpus: build_before(end_, query_, schedule, arguments, on_host_); break;
    case Answer::kRows: build_by_rows(query_, schedule, arguments, on_host_, end_); break;
    case Answer::kYes: schedule.order(launch(schedule, arguments, false), end_); break;
  }
  return true;
}

}  // namespace

void build_joint(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host) {
  auto call = std::make_unique<JointCall>(row, query, schedule, arguments, on_host);
  JointCall& made = *call;
  BoardOp& cards = schedule.new_board_op();
  made.meet(cards);
  if (!cards.at_once()) {
    cards.keep_turn();
    const Step own = schedule.task(std::move(call), {schedule.on_board(cards)});
    return made.set_end(schedule.task(std::make_unique<EndTurn>(*schedule.team().board), {own}), arguments);
  }
  schedule.on_board(cards);
  if (schedule.failed()) return;
  const Answer answer = made.settle(schedule);
  if (schedule.failed()) return;
  if (answer == Answer::kNotGpus) return on_host(query, schedule, arguments);
  if (answer == Answer::kRows) return build_by_rows(query, schedule, arguments, on_host, kNoStep);
  made.launch(schedule, arguments, true);
}

}  // namespace penstock::coll
