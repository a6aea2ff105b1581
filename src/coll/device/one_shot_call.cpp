#include "coll/device/one_shot_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "coll/device/device_team.hpp"
#include "coll/device/end_turn.hpp"
#include "coll/device/joint_kernel.hpp"
#include "coll/device/one_shot.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

// Of managed memory: what is short is quicker on the host, where the CPU takes it as it lies.
constexpr std::uint64_t kManagedOnHost = 16 << 10;

// The meeting in front of a call on this rank: it says what it has to say, hears the others, and launches.
class OneShotCall final : public Task {
 public:
  OneShotCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host);

  // Lists this rank's card and the reading of the others'.
  void meet(BoardOp& op);
  // Then: the way of all.
  [[nodiscard]] OneShotAnswer settle(Schedule& schedule);
  // Lists the kernel; `turn`: in a turn on the board of its own.
  Step launch(Schedule& schedule, const Arguments& arguments, bool turn);
  // Where the call learns the answer later: the step behind all that follows.
  void set_end(Step end, const Arguments& arguments);

  // The answer is there. The rest is steps of their own, in the turn that is kept.
  bool advance(Schedule& schedule) override;

 private:
  Status look(const Arguments& arguments);
  Status look_at(DeviceTeam& devices, const Side& side);
  void worsen(OneShotAnswer answer) noexcept { mine_.answer = std::max(mine_.answer, answer); }
  void explain(Schedule& schedule) const;

  Query query_;
  Team team_;
  HostBuilder on_host_;
  Inboxes& inboxes_;
  OneShotCard mine_;
  std::vector<OneShotCard> cards_;
  std::unique_ptr<KeptArguments> kept_;  // until the answer is there
  Step end_ = kNoStep;
};

// A failure is this rank's; the others hear of it as of any failed step.
OneShotCall::OneShotCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host)
    : query_(query),
      team_(schedule.team()),
      on_host_(on_host),
      inboxes_(*team_.devices->inboxes()),
      cards_(static_cast<std::size_t>(team_.size)) {
  if (Status looked = look(arguments); !looked.is_ok()) schedule.fail(std::move(looked));
}

Status OneShotCall::look(const Arguments& arguments) {
  mine_.bytes = query_.bytes;
  PENSTOCK_TRY(inboxes_.next(&mine_.number));
  if (mine_.number == 0 || inboxes_.abort().given_up()) worsen(OneShotAnswer::kCards);
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

Step OneShotCall::launch(Schedule& schedule, const Arguments& arguments, bool turn) {
  explain(schedule);
  auto kernel = std::make_unique<JointKernel>(query_, team_, schedule.engine(), inboxes_.abort());
  if (turn) kernel->take_turn();
  kernel->begin(schedule, OneShotPlan(query_, team_, arguments, mine_.number).task());
  return schedule.task(std::move(kernel));
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

bool OneShotCall::advance(Schedule& schedule) {
  if (schedule.failed()) return true;
  const OneShotAnswer answer = settle(schedule);
  if (schedule.failed()) return true;
  const Arguments& arguments = kept_->get();
  switch (answer) {
    case OneShotAnswer::kNoCards: build_before(end_, query_, schedule, arguments, on_host_); break;
    case OneShotAnswer::kCards: build_by_cards(query_, schedule, arguments, on_host_, end_); break;
    case OneShotAnswer::kYes: schedule.order(launch(schedule, arguments, false), end_); break;
  }
  return true;
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
  made.launch(schedule, arguments, true);
}

}  // namespace penstock::coll
