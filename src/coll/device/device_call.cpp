#include "coll/device/device_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "coll/device/choice.hpp"
#include "coll/device/continuation.hpp"
#include "coll/device/device_run.hpp"
#include "coll/device/end_turn.hpp"
#include "coll/device/explained.hpp"
#include "coll/device/joint_call.hpp"
#include "coll/device/joint_way.hpp"
#include "coll/device/lent_places.hpp"
#include "coll/device/staging.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

// Nobody is through before all are.
Step list_end(Schedule& schedule, const Team& team, Step after) {
  BoardOp& op = schedule.new_board_op();
  op.reserve(0, 0);
  op.publish(0, 0);
  for (int i = 0; i < team.size; ++i) {
    if (i != team.rank) op.await(0, i, 0);
  }
  op.leave(0);
  return schedule.on_board(op, {after});
}

// What was listed from `first` on comes before `end`, if that is a step.
void order_before(Schedule& schedule, Step first, Step end) {
  const auto steps = static_cast<Step>(schedule.steps());
  for (Step step = first; end != kNoStep && step < steps; ++step) schedule.order(step, end);
}

// The steps before and after it: the members' cards, and that all are through.
class DeviceCall final : public Task {
 public:
  // By kernels on mapped memory, unless `choice.mapped` is null; else by `choice.row`.
  DeviceCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host,
             const DeviceChoice& choice);

  // Lists what comes before its card: copies of data that cannot be lent as they lie.
  void pack(Schedule& schedule) const;
  // Lists this rank's card and the reading of the others'.
  void meet(BoardOp& op);
  // Once the cards are there: whether the data of all are on devices.
  [[nodiscard]] bool settle();
  // Then, whether the data of one of them are not mapped: all go by the other row, or begin anew without it.
  [[nodiscard]] bool goes_otherwise() const noexcept { return has_other() && one_wants_other(); }
  // What follows is before `end`; kNoStep: in a turn on the board of its own.
  void go_otherwise(Schedule& schedule, Step end);
  void settled_on_mapped() noexcept { joint_.reset(); }
  // Otherwise, whether members may find that they cannot map what they were lent. If so they try, and tell each other.
  [[nodiscard]] bool may_miss() const noexcept;
  void try_to_reach(Schedule& schedule);
  void tell_reach(BoardOp& op);
  // Whether all can, as far as they were asked.
  [[nodiscard]] bool all_reach() const noexcept { return std::ranges::find(reach_, std::byte{0}) == reach_.end(); }
  // All is known: advance() begins at once.
  void settled() noexcept { stage_ = Stage::kLaunch; }
  // For a call that learns the answer later: its own step, and the one behind all that follows.
  void set_steps(Step own, Step last) noexcept {
    own_ = own;
    last_ = last;
  }
  // Lists what comes behind this call's own step, up to the step at which all are through.
  Step list_rest(Schedule& schedule, Step own);

  bool advance(Schedule& schedule) override;

 private:
  enum class Stage : std::uint8_t { kAsk, kAgree, kLaunch, kRun };
  [[nodiscard]] bool on_devices() const noexcept;
  // Whether data that are not mapped go another way than by areas.
  [[nodiscard]] bool has_other() const noexcept { return row_.way != Way::kAreas; }
  [[nodiscard]] bool one_wants_other() const noexcept;
  [[nodiscard]] bool all_can_go_otherwise() const noexcept;
  void explain_work(Schedule& schedule) const;
  void ask_again(Schedule& schedule);
  void leave(Schedule& schedule);
  Status plan();
  bool launch(Schedule& schedule);
  bool wait(Schedule& schedule);
  void go_over_host(Schedule& schedule);
  void stop(Schedule& schedule, Status&& why);
  Status say_where(Schedule& schedule);
  Status say_otherwise(bool* said);
  Status lies_in_stretches(bool* can);
  Status try_to_say(Schedule& schedule, Lending how, bool* said);
  Status look(const Arguments& call, Lending how, Whereabouts* send, Whereabouts* recv);
  Status stage(Schedule& schedule, Whereabouts send, Whereabouts recv, bool* said);
  void fill_table();
  // As this rank's kernels see it, and as the others do.
  [[nodiscard]] const Arguments& own() const noexcept { return staging_ ? staging_->own() : kept_.get(); }
  [[nodiscard]] const Arguments& lent() const noexcept { return staging_ ? staging_->lent() : kept_.get(); }
  [[nodiscard]] std::ptrdiff_t staged() const noexcept;

  Query query_;
  Team team_;
  KeptArguments kept_;
  HostBuilder on_host_;
  bool lends_;       // what is mapped, or worth it by now
  bool would_flow_;  // had it rings
  Row row_;          // of data that are not mapped
  std::optional<JointWay> joint_;
  bool joint_ready_ = true;
  DeviceCard mine_;
  std::unique_ptr<Staging> staging_;  // where some data go through memory of the library's own
  std::vector<DeviceCard> cards_;
  std::vector<std::uint64_t> tables_;  // of each member, one after another; none without has_table()
  std::vector<std::byte> reach_;       // of each member, once asked: 1 if it reaches what it needs
  Mappings mappings_;
  DeviceWork work_;
  bool planned_ = false;
  DeviceRun run_;
  Step own_ = kNoStep;
  Step last_ = kNoStep;
  Stage stage_ = Stage::kAsk;
};

// A failure to say where the data are is this rank's; the others hear of it as of any failed step.
DeviceCall::DeviceCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host,
                       const DeviceChoice& choice)
    : query_(query),
      team_(schedule.team()),
      kept_(arguments),
      on_host_(on_host),
      lends_(choice.mapped != nullptr),
      would_flow_(choice.would_flow),
      row_(*choice.row),
      cards_(static_cast<std::size_t>(team_.size)),
      mappings_(schedule.engine().accel()),
      run_(schedule.engine()) {
  std::uint64_t number = 0;
  Status said;
  if (is_joint(row_.way)) said = joint_.emplace(row_, query_, team_).prepare(&number, &joint_ready_);
  if (said.is_ok()) said = say_where(schedule);
  if (!said.is_ok()) schedule.fail(std::move(said));
  mine_.number = number;
  mine_.bytes = query_.bytes;
  if (has_table(query_)) fill_table();
}

// Without room for data that could be lent they are. Else the call goes over the host, on all ranks.
Status DeviceCall::say_where(Schedule& schedule) {
  bool said = false;
  if (has_other()) PENSTOCK_TRY(say_otherwise(&said));
  if (said) return Status::ok();
  for (const Lending how : {lends_ ? Lending::kWhenWorth : Lending::kNever, Lending::kAtOnce}) {
    PENSTOCK_TRY(try_to_say(schedule, how, &said));
    if (said) break;
  }
  if (!said) mine_.where = Whereabouts::kElsewhere;
  bool wants = said && staging_ && would_flow_ && !has_other();
  if (wants) PENSTOCK_TRY(lies_in_stretches(&wants));
  if (wants) mine_.flowing = Flowing::kWants;  // had it rings
  return Status::ok();
}

// What is lent can go otherwise as well. Messages take what is on the device, however it lies.
Status DeviceCall::say_otherwise(bool* said) {
  Whereabouts send = Whereabouts::kNothing;
  Whereabouts recv = Whereabouts::kNothing;
  PENSTOCK_TRY(look(kept_.get(), Lending::kWhenWorthFlow, &send, &recv));
  const bool lent = mine_.where <= Whereabouts::kDevice && !sides_of(query_, team_, kept_.get()).overlap;
  bool can = joint_ready_;
  if (lent) {
    mine_.flowing = can ? Flowing::kCan : Flowing::kCannot;
    return *said = true, Status::ok();
  }
  if (!joint_) can = mine_.where != Whereabouts::kElsewhere;
  if (joint_ && can) PENSTOCK_TRY(lies_in_stretches(&can));
  if (can) {
    mine_ = {};
    mine_.where = Whereabouts::kDevice;
    mine_.flowing = Flowing::kWants;
  }
  *said = can;
  return Status::ok();
}

// Where this rank's kernels take its data as they lie.
Status DeviceCall::lies_in_stretches(bool* can) {
  const Sides sides = sides_of(query_, team_, kept_.get());
  *can = true;
  for (const Side* side : {&sides.send, &sides.recv}) {
    const Stretch stretch = stretch_of(query_, *side);
    if (stretch.bytes == 0 || !*can) continue;
    Whereabouts where = Whereabouts::kNothing;
    PENSTOCK_TRY(team_.devices->find(stretch.address, stretch.bytes, &where));
    *can = where == Whereabouts::kDevice && stretch.flat;
  }
  return Status::ok();
}

// Not said: there is no room.
Status DeviceCall::try_to_say(Schedule& schedule, Lending how, bool* said) {
  Whereabouts send = Whereabouts::kNothing;
  Whereabouts recv = Whereabouts::kNothing;
  PENSTOCK_TRY(look(kept_.get(), how, &send, &recv));
  const bool overlap = mine_.where == Whereabouts::kDevice && sides_of(query_, team_, kept_.get()).overlap;
  if (overlap || mine_.where == Whereabouts::kApart) return stage(schedule, send, recv, said);
  *said = true;
  return Status::ok();
}

Status DeviceCall::look(const Arguments& call, Lending how, Whereabouts* send, Whereabouts* recv) {
  DeviceTeam& devices = *team_.devices;
  const Sides sides = sides_of(query_, team_, call);
  mine_ = {};
  PENSTOCK_TRY(find_side(query_, devices, sides.send, how, send, &mine_.send));
  if (*send != Whereabouts::kElsewhere) PENSTOCK_TRY(find_side(query_, devices, sides.recv, how, recv, &mine_.recv));
  mine_.where = std::max(*send, *recv);
  return Status::ok();
}

// What is not in an area by then is lent.
Status DeviceCall::stage(Schedule& schedule, Whereabouts send, Whereabouts recv, bool* said) {
  staging_ = std::make_unique<Staging>(query_, schedule, kept_.get(), Staging::Parts::kTouched);
  bool room = false;
  PENSTOCK_TRY(staging_->open(*team_.devices, send, recv, &room));
  if (room) PENSTOCK_TRY(look(staging_->lent(), Lending::kAtOnce, &send, &recv));
  *said = room && mine_.where == Whereabouts::kDevice;
  if (*said) {
    mine_.staged = staging_->takes_out() ? Staged::kInOut : Staged::kIn;
  } else {
    staging_.reset();
  }
  return Status::ok();
}

void DeviceCall::pack(Schedule& schedule) const {
  if (staging_) staging_->pack(schedule);
}

void DeviceCall::fill_table() {
  const auto ranks = static_cast<std::size_t>(team_.size);
  tables_.resize(ranks * ranks);
  const std::span<std::uint64_t> mine = std::span(tables_).subspan(static_cast<std::size_t>(team_.rank) * ranks, ranks);
  const std::span<const proto::Buffer> sends = lent().sends;
  for (std::size_t i = 0; i < sends.size(); ++i) {
    mine[i] = reinterpret_cast<std::uint64_t>(stretch_of(sends[i]).address) - mine_.send.address;
  }
}

void DeviceCall::meet(BoardOp& op) {
  constexpr std::uint64_t kCard = sizeof(DeviceCard);
  const auto ranks = static_cast<std::size_t>(team_.size);
  const std::uint64_t table = tables_.empty() ? 0 : ranks * sizeof(std::uint64_t);
  const auto table_of = [&](int i) {
    return reinterpret_cast<std::byte*>(tables_.data()) + static_cast<std::size_t>(i) * table;
  };
  op.reserve(0, kCard + table);
  op.write(0, 0, reinterpret_cast<const std::byte*>(&mine_), kCard);
  if (table != 0) op.write(0, kCard, table_of(team_.rank), table);
  op.publish(0, kCard + table);
  for (int i = 0; i < team_.size; ++i) {
    auto* card = reinterpret_cast<std::byte*>(&cards_[static_cast<std::size_t>(i)]);
    if (i == team_.rank) continue;
    op.read(0, i, kCard + table, 0, {.address = card}, kCard);
    if (table != 0) op.read(0, i, kCard + table, kCard, {.address = table_of(i)}, table);
  }
  op.leave(0);
  cards_[static_cast<std::size_t>(team_.rank)] = mine_;
}

bool DeviceCall::settle() {
  team_.devices->borrow(cards_);
  if (!has_other() && one_wants_other()) team_.devices->want_rings();
  return on_devices();
}

bool DeviceCall::one_wants_other() const noexcept {
  return std::ranges::find(cards_, Flowing::kWants, &DeviceCard::flowing) != cards_.end();
}

bool DeviceCall::all_can_go_otherwise() const noexcept {
  return std::ranges::find(cards_, Flowing::kCannot, &DeviceCard::flowing) == cards_.end();
}

void DeviceCall::go_otherwise(Schedule& schedule, Step end) {
  if (!all_can_go_otherwise()) {
    joint_.reset();
    return build_by_rows(query_, schedule, kept_.get(), on_host_, end);
  }
  if (!joint_) {
    const auto first = static_cast<Step>(schedule.steps());
    build_by_messages(query_, schedule, kept_.get(), on_host_, row_);
    return order_before(schedule, first, end);
  }
  if (Status same = same_call<DeviceCard>(query_, mine_, cards_); !same.is_ok()) {
    joint_.reset();
    return schedule.fail(std::move(same));
  }
  const Step kernel = joint_->launch(schedule, kept_.get(), mine_.number, end == kNoStep);
  if (end != kNoStep) schedule.order(kernel, end);
}

// A range of chunks that is mapped no more, for want of room, cannot be mapped again before its owner knows; other memory can
// at any time.
bool DeviceCall::may_miss() const noexcept {
  return std::ranges::any_of(cards_,
                             [](const DeviceCard& card) { return card.send.device.token != 0 || card.recv.device.token != 0; });
}

void DeviceCall::try_to_reach(Schedule& schedule) {
  Status planned = plan();
  reach_.assign(static_cast<std::size_t>(team_.size), std::byte{0});
  reach_[static_cast<std::size_t>(team_.rank)] = planned.is_ok() ? std::byte{1} : std::byte{0};
  if (!planned.is_ok() && planned.code() != Code::kTransport) stop(schedule, std::move(planned));
}

void DeviceCall::tell_reach(BoardOp& op) {
  op.reserve(0, 1);
  op.write(0, 0, &reach_[static_cast<std::size_t>(team_.rank)], 1);
  op.publish(0, 1);
  for (int i = 0; i < team_.size; ++i) {
    if (i != team_.rank) op.read(0, i, 1, 0, {.address = &reach_[static_cast<std::size_t>(i)]}, 1);
  }
  op.leave(0);
}

bool DeviceCall::on_devices() const noexcept {
  const auto is = [](Whereabouts where) { return [where](const DeviceCard& card) { return card.where == where; }; };
  return std::ranges::none_of(cards_, is(Whereabouts::kElsewhere)) && std::ranges::any_of(cards_, is(Whereabouts::kDevice));
}

std::ptrdiff_t DeviceCall::staged() const noexcept {
  return std::ranges::count_if(cards_, [](const DeviceCard& card) { return card.staged != Staged::kNot; });
}

void DeviceCall::explain_work(Schedule& schedule) const {
  if (staged() == 0) {
    return explain_way(schedule, query_, Explained::kDirect, "kernels of all GPUs, on the program's own memory");
  }
  explain_way(schedule, query_, Explained::kAreas,
              fmt::format("kernels of all GPUs, by way of memory of the library's own on {} of them", staged()));
}

// Results that cannot be copied to where they belong are a failure of the call, of which all hear.
Step DeviceCall::list_rest(Schedule& schedule, Step own) {
  explain_work(schedule);
  const Step end = list_end(schedule, team_, own);
  const Step last = staging_ ? staging_->unpack(schedule, end) : end;
  const auto takes_out = [](const DeviceCard& card) { return card.staged == Staged::kInOut; };
  return std::ranges::any_of(cards_, takes_out) ? list_end(schedule, team_, last) : last;
}

bool DeviceCall::advance(Schedule& schedule) {
  switch (stage_) {
    case Stage::kAsk:
      if (schedule.failed() || !settle()) return leave(schedule), true;
      if (goes_otherwise()) return go_otherwise(schedule, last_), true;
      settled_on_mapped();
      if (may_miss()) return ask_again(schedule), true;
      [[fallthrough]];
    case Stage::kAgree:
      if (schedule.failed() || !all_reach()) return leave(schedule), true;
      schedule.order(list_rest(schedule, own_), last_);
      settled();
      [[fallthrough]];
    case Stage::kLaunch:
      if (schedule.failed() || launch(schedule)) return true;
      [[fallthrough]];
    case Stage::kRun: return wait(schedule);
  }
  return true;
}

// Over the host, unless something failed: all know of that, so that nobody looks at what is staged.
void DeviceCall::leave(Schedule& schedule) {
  joint_.reset();
  staging_.reset();
  mappings_.release();
  if (!schedule.failed()) go_over_host(schedule);
}

// True: it failed.
bool DeviceCall::launch(Schedule& schedule) {
  Status begun = planned_ ? Status::ok() : plan();
  if (begun.is_ok()) begun = run_.begin(team_.devices->device(), work_);
  if (!begun.is_ok()) return stop(schedule, std::move(begun)), true;
  stage_ = Stage::kRun;
  return false;
}

Status DeviceCall::plan() {
  LentPlaces places(query_, team_, own(), cards_, mappings_);
  planned_ = true;
  return DevicePlanner(query_, team_, own(), tables_, places).plan(&work_);
}

bool DeviceCall::wait(Schedule& schedule) {
  bool done = false;
  if (Status tested = run_.test(&done); !tested.is_ok()) return stop(schedule, std::move(tested)), true;
  if (done) mappings_.release();
  return done;
}

void DeviceCall::stop(Schedule& schedule, Status&& why) {
  mappings_.release();
  schedule.fail(std::move(why).within(fmt::format("{} over GPUs", collective_name(query_.collective))));
}

void DeviceCall::go_over_host(Schedule& schedule) {
  build_before(last_, query_, schedule, kept_.get(), on_host_);
}

// On the board, in the turn that is kept.
void DeviceCall::ask_again(Schedule& schedule) {
  stage_ = Stage::kAgree;
  try_to_reach(schedule);
  BoardOp& op = schedule.new_board_op();
  tell_reach(op);
  own_ = schedule.task(std::make_unique<Continuation>(*this), {schedule.on_board(op)});
  schedule.order(own_, last_);
}

// A failure in one round is known to all, so that nobody waits for the next one.
void list_by_cards(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host, Step end,
                   const DeviceChoice& choice) {
  auto call = std::make_unique<DeviceCall>(query, schedule, arguments, on_host, choice);
  DeviceCall& made = *call;
  const auto packing = static_cast<Step>(schedule.steps());
  made.pack(schedule);
  const auto packed = static_cast<Step>(schedule.steps());
  BoardOp& cards = schedule.new_board_op();
  made.meet(cards);
  if (!cards.at_once()) {
    if (end == kNoStep) cards.keep_turn();
    const Step met = schedule.on_board(cards);
    for (Step step = packing; step < packed; ++step) schedule.order(step, met);
    const Step own = schedule.task(std::move(call), {met});
    if (end == kNoStep) {
      end = schedule.task(std::make_unique<EndTurn>(*schedule.team().board), {own});
    } else {
      schedule.order(own, end);
    }
    made.set_steps(own, end);
    return;
  }
  schedule.on_board(cards);
  if (schedule.failed()) return;
  if (!made.settle()) return on_host(query, schedule, arguments);
  if (made.goes_otherwise()) return made.go_otherwise(schedule, kNoStep);
  made.settled_on_mapped();
  if (made.may_miss()) {
    made.try_to_reach(schedule);
    BoardOp& reach = schedule.new_board_op();
    made.tell_reach(reach);
    schedule.on_board(reach);
    if (schedule.failed()) return;
    if (!made.all_reach()) return on_host(query, schedule, arguments);
  }
  made.settled();
  made.list_rest(schedule, schedule.task(std::move(call)));
}

// What nobody needs to ask the others about begins at once.
void list(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host, Step end,
          const DeviceChoice& choice) {
  const bool asks = choice.mapped != nullptr;
  if (!asks && is_joint(choice.row->way)) return build_joint(*choice.row, query, schedule, arguments, on_host);
  if (asks || choice.row->way != Way::kMessage) return list_by_cards(query, schedule, arguments, on_host, end, choice);
  const auto first = static_cast<Step>(schedule.steps());
  build_by_messages(query, schedule, arguments, on_host, *choice.row);
  order_before(schedule, first, end);
}

}  // namespace

void build_on_devices(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host) {
  list(query, schedule, arguments, on_host, kNoStep, choose_way(query, schedule, arguments, true));
}

void build_by_rows(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host, Step end) {
  list(query, schedule, arguments, on_host, end, choose_way(query, schedule, arguments, false));
}

void build_by_messages(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host,
                       const Row& row) {
  explain_way(schedule, query, Explained::kMessage, "messages, wherever the data are", &row);
  Query by_messages = query;
  by_messages.board = false;
  on_host(by_messages, schedule, arguments);
}

void build_before(Step end, const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host) {
  const auto first = static_cast<Step>(schedule.steps());
  on_host(query, schedule, arguments);
  order_before(schedule, first, end);
}

}  // namespace penstock::coll
