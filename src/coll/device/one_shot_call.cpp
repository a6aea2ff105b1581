#include "coll/device/one_shot_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "coll/device/continuation.hpp"
#include "coll/device/device_run.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/end_turn.hpp"
#include "coll/device/one_shot.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

// Of managed memory: what is short is quicker on the host, where the CPU takes it as it lies.
constexpr std::uint64_t kManagedOnHost = 16 << 10;

// The steps of a call on this rank: it says what it has to say, hears the others, launches, and waits.
class OneShotCall final : public Task {
 public:
  OneShotCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host);

  // Lists this rank's card and the reading of the others'.
  void meet(BoardOp& op);
  // Then: the way of all.
  [[nodiscard]] OneShotAnswer settle(Schedule& schedule);
  // Within a turn on the board.
  void launch(Schedule& schedule, const Arguments& arguments);
  // That turn ends with the call.
  void take_turn() noexcept;
  // Where the call learns the answer later: the step behind all that follows.
  void set_end(Step end, const Arguments& arguments);

  // Of a call that has begun.
  bool advance(Schedule& schedule) override;

 private:
  Status look(const Arguments& arguments);
  Status look_at(DeviceTeam& devices, const Side& side);
  void worsen(OneShotAnswer answer) noexcept { mine_.answer = std::max(mine_.answer, answer); }
  void go_on(Schedule& schedule);
  void explain(Schedule& schedule) const;
  [[nodiscard]] bool is_through(Schedule& schedule);
  [[nodiscard]] bool says_so(Schedule& schedule);
  [[nodiscard]] bool hears_all(Schedule& schedule);
  void look_at_others(Schedule& schedule);
  void fail_as(Schedule& schedule, int member);

  Query query_;
  Team team_;
  HostBuilder on_host_;
  Inboxes& inboxes_;
  OneShotCard mine_;
  std::vector<OneShotCard> cards_;
  DeviceRun run_;
  Place place_;  // where each says that it is through
  transport::Boards::Watch watch_;
  unsigned looks_ = 0;
  int heard_ = 0;  // members before this one have said so
  bool through_ = false;
  bool said_ = false;
  bool turn_ = false;
  std::unique_ptr<KeptArguments> kept_;  // until the answer is there
  Step end_ = kNoStep;
};

// A failure is this rank's; the others hear of it as of any failed step.
OneShotCall::OneShotCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host)
    : query_(query),
      team_(schedule.team()),
      on_host_(on_host),
      inboxes_(*team_.devices->inboxes()),
      cards_(static_cast<std::size_t>(team_.size)),
      run_(schedule.engine()) {
  if (Status looked = look(arguments); !looked.is_ok()) schedule.fail(std::move(looked));
}

Status OneShotCall::look(const Arguments& arguments) {
  mine_.bytes = query_.bytes;
  PENSTOCK_TRY(inboxes_.next(&mine_.number));
  if (mine_.number == 0 || inboxes_.given_up()) worsen(OneShotAnswer::kCards);
  const Sides sides = sides_of(query_, team_, arguments);
  PENSTOCK_TRY(look_at(*team_.devices, sides.send));
  return look_at(*team_.devices, sides.recv);
}

Status OneShotCall::look_at(DeviceTeam& devices, const Side& side) {
  const Stretch stretch = stretch_of(query_, side);
  if (stretch.bytes == 0) return Status::ok();
  Whereabouts where = Whereabouts::kNothing;
  PENSTOCK_TRY(devices.find(stretch.address, stretch.bytes, &where));
  if (where == Whereabouts::kDevice) {
    if (!stretch.flat) worsen(OneShotAnswer::kCards);
    return Status::ok();
  }
  const bool short_one = stretch.bytes <= kManagedOnHost;
  worsen(where == Whereabouts::kElsewhere || short_one ? OneShotAnswer::kNoCards : OneShotAnswer::kCards);
  return Status::ok();
}

void OneShotCall::meet(BoardOp& op) {
  op.reserve(0, sizeof(OneShotCard));
  op.write(0, 0, reinterpret_cast<const std::byte*>(&mine_), sizeof(OneShotCard));
  op.publish(0, sizeof(OneShotCard));
  for (int i = 0; i < team_.size; ++i) {
    auto* card = reinterpret_cast<std::byte*>(&cards_[static_cast<std::size_t>(i)]);
    if (i != team_.rank) op.read(0, i, sizeof(OneShotCard), 0, {.address = card}, sizeof(OneShotCard));
  }
  op.leave(0);
  cards_[static_cast<std::size_t>(team_.rank)] = mine_;
}

OneShotAnswer OneShotCall::settle(Schedule& schedule) {
  OneShotAnswer worst = OneShotAnswer::kYes;
  for (int i = 0; i < team_.size; ++i) {
    const OneShotCard& card = cards_[static_cast<std::size_t>(i)];
    worst = std::max(worst, card.answer);
    if (card.bytes == mine_.bytes && card.number == mine_.number) continue;
    schedule.fail(Status::error(Code::kTransport,
                                "{}: rank {} of the communicator has {} bytes in its call number {}, this one {} in "
                                "number {}; all ranks make the same calls with the same counts and types",
                                collective_name(query_.collective), i, card.bytes, card.number, mine_.bytes, mine_.number));
    return worst;
  }
  return worst;
}

void OneShotCall::launch(Schedule& schedule, const Arguments& arguments) {
  explain(schedule);
  place_ = team_.board->reserve(0);
  const OneShotPlan plan(query_, team_, arguments, mine_.number);
  if (Status begun = run_.begin(team_.devices->device(), plan.task()); !begun.is_ok()) {
    schedule.fail(std::move(begun).within(fmt::format("{} over GPUs", collective_name(query_.collective))));
  }
}

void OneShotCall::take_turn() noexcept {
  static_cast<void>(team_.board->take_ticket());
  turn_ = true;
}

void OneShotCall::set_end(Step end, const Arguments& arguments) {
  end_ = end;
  kept_ = std::make_unique<KeptArguments>(arguments);
}

void OneShotCall::explain(Schedule& schedule) const {
  if (!schedule.engine().config().explain || team_.rank != 0) return;
  const auto size_class = static_cast<std::uint64_t>(std::bit_width(query_.bytes) + 1) / 2;
  const std::uint64_t key = std::uint64_t{1} << 53 | static_cast<std::uint64_t>(query_.collective) << 40 | size_class << 32 |
                            static_cast<std::uint32_t>(query_.ranks);
  schedule.engine().explain(key,
                            fmt::format("{} of {} B on {} ranks: one kernel on each GPU, through memory of the library's own",
                                        collective_name(query_.collective), query_.bytes, query_.ranks));
}

// Packets of a rank that failed never come. A failure is known to all before any of them goes on.
bool OneShotCall::advance(Schedule& schedule) {
  constexpr unsigned kLooks = 64;  // at its own kernel for one at the others
  if (kept_) return go_on(schedule), true;
  through_ = through_ || is_through(schedule);
  if (!through_ && ++looks_ % kLooks == 0) look_at_others(schedule);
  if (!through_ || !says_so(schedule) || !hears_all(schedule)) return false;
  team_.board->leave(place_);
  if (turn_) team_.board->pass_turn();
  return true;
}

bool OneShotCall::says_so(Schedule& schedule) {
  if (said_) return true;
  if (!team_.board->has_room(place_, &watch_)) return false;
  team_.board->publish(place_, 0, schedule.failed(), -1);
  return said_ = true;
}

bool OneShotCall::hears_all(Schedule& schedule) {
  for (; heard_ < team_.size; ++heard_) {
    if (heard_ == team_.rank) continue;
    if (!team_.board->has_come(heard_, place_, &watch_)) return false;
    if (!team_.board->is_whole(heard_, place_, 0)) fail_as(schedule, heard_);
  }
  return true;
}

void OneShotCall::fail_as(Schedule& schedule, int member) {
  schedule.fail(Status::error(Code::kTransport, "{} over GPUs: rank {} of the communicator failed",
                              collective_name(query_.collective), member));
}

bool OneShotCall::is_through(Schedule& schedule) {
  bool done = false;
  Status tested = run_.test(&done);
  if (tested.is_ok()) return done;
  schedule.fail(std::move(tested).within(fmt::format("{} over GPUs", collective_name(query_.collective))));
  return true;
}

void OneShotCall::look_at_others(Schedule& schedule) {
  if (inboxes_.given_up()) return;
  for (int i = 0; i < team_.size; ++i) {
    if (i == team_.rank || !team_.board->has_come(i, place_, &watch_) || team_.board->is_whole(i, place_, 0)) continue;
    fail_as(schedule, i);
    if (Status given_up = inboxes_.give_up(); !given_up.is_ok()) schedule.fail(std::move(given_up));
    return;
  }
}

// The rest is a task of its own, in the turn that is kept.
void OneShotCall::go_on(Schedule& schedule) {
  const std::unique_ptr<KeptArguments> kept = std::move(kept_);
  if (schedule.failed()) return;
  const OneShotAnswer answer = settle(schedule);
  if (schedule.failed()) return;
  if (answer == OneShotAnswer::kNoCards) return build_before(end_, query_, schedule, kept->get(), on_host_);
  if (answer == OneShotAnswer::kCards) return build_by_cards(query_, schedule, kept->get(), on_host_, end_);
  launch(schedule, kept->get());
  schedule.order(schedule.task(std::make_unique<Continuation>(*this)), end_);
}

}  // namespace

void build_one_shot(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host) {
  auto call = std::make_unique<OneShotCall>(query, schedule, arguments, on_host);
  OneShotCall& made = *call;
  BoardOp& cards = schedule.new_board_op();
  made.meet(cards);
  if (!cards.at_once()) {
    cards.keep_turn();
    const Step own = schedule.task(std::move(call), {schedule.on_board(cards)});
    return made.set_end(schedule.task(std::make_unique<EndTurn>(*schedule.team().board), {own}), arguments);
  }
  schedule.on_board(cards);
  if (schedule.failed()) return;
  const OneShotAnswer answer = made.settle(schedule);
  if (schedule.failed()) return;
  if (answer == OneShotAnswer::kNoCards) return on_host(query, schedule, arguments);
  if (answer == OneShotAnswer::kCards) return build_by_cards(query, schedule, arguments, on_host, kNoStep);
  made.take_turn();
  made.launch(schedule, arguments);
  schedule.task(std::move(call));
}

}  // namespace penstock::coll
