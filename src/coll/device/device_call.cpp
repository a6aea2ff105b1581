#include "coll/device/device_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "accel/copies.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

constexpr unsigned kCopyThreads = 512;
constexpr unsigned kLane = 1;
constexpr unsigned kOwnLane = 2;

// Puts a device to work, and knows when it is through.
class DeviceRun {
 public:
  explicit DeviceRun(proto::Engine& engine) noexcept : engine_(engine) {}
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  ~DeviceRun() { drain(); }

  Status begin(int device, const DeviceWork& work);
  Status test(bool* done);
  // Blocks until nothing runs that was begun.
  void drain() noexcept;

 private:
  Status launch(int device, const DeviceWork& work);
  Status copy(accel::Queue& queue, int device, std::span<const CopyWork> copies);
  Status copy_own(int device, const CopyWork& copy);
  Status launch_copies(accel::Queue& queue, const accel::Copies& copies);

  void poll(bool wanted) noexcept;

  proto::Engine& engine_;
  std::vector<accel::Ticket> tickets_;
  bool polling_ = false;
};

Status DeviceRun::begin(int device, const DeviceWork& work) {
  Status begun = launch(device, work);
  if (!begun.is_ok()) drain();
  poll(!tickets_.empty());
  return begun;
}

void DeviceRun::poll(bool wanted) noexcept {
  if (wanted == polling_) return;
  polling_ = wanted;
  wanted ? engine_.begin_polling() : engine_.end_polling();
}

Status DeviceRun::launch(int device, const DeviceWork& work) {
  if (work.folds.empty() && work.copies.empty()) return Status::ok();
  accel::Accel& accel = engine_.accel();
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(accel.order_after_application(device));
  PENSTOCK_TRY(accel.queue(device, kLane, &queue));
  const auto blocks = static_cast<unsigned>(engine_.config().coll_blocks);
  for (const FoldWork& fold : work.folds) {
    accel::Ticket ticket;
    PENSTOCK_TRY(kernels::fold(engine_.config(), *queue, {fold.folding, fold.form, fold.count, fold.sources, fold.targets},
                               blocks, &ticket));
    tickets_.push_back(ticket);
  }
  return copy(*queue, device, work.copies);
}

// On the queue of the folds, behind them. Several long copies are no slower there than on queues of their own, from 32 MiB on.
Status DeviceRun::copy(accel::Queue& queue, int device, std::span<const CopyWork> copies) {
  const auto blocks = static_cast<unsigned>(engine_.config().coll_blocks);
  const auto threads = std::min(kCopyThreads, static_cast<unsigned>(queue.limits().block_threads));
  accel::Copies together(kMostByKernel, threads, blocks);
  for (const CopyWork& each : copies) {
    if (each.own && each.bytes > kMostByKernel) {
      PENSTOCK_TRY(copy_own(device, each));
    } else if (each.bytes > kMostByKernel) {
      PENSTOCK_TRY(queue.copy_and_mark(reinterpret_cast<void*>(each.to), reinterpret_cast<const void*>(each.from), each.bytes,
                                       accel::By::kEngine, &tickets_.emplace_back()));
    } else if (each.bytes != 0 && !together.add(each.to, each.from, each.bytes)) {
      PENSTOCK_TRY(launch_copies(queue, together));
      together.clear();
      static_cast<void>(together.add(each.to, each.from, each.bytes));
    }
  }
  return together.empty() ? Status::ok() : launch_copies(queue, together);
}

// Beside what goes over links, by few multiprocessors: the driver's own copy within a device takes all of them.
Status DeviceRun::copy_own(int device, const CopyWork& copy) {
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(engine_.accel().queue(device, kOwnLane, &queue));
  const auto blocks = static_cast<unsigned>(engine_.config().coll_blocks);
  const kernels::FoldTask task{kernels::copying(), kernels::FoldForm::kTotal, copy.bytes, std::span(&copy.from, 1),
                               std::span(&copy.to, 1)};
  accel::Ticket ticket;
  PENSTOCK_TRY(kernels::fold(engine_.config(), *queue, task, blocks, &ticket));
  tickets_.push_back(ticket);
  return Status::ok();
}

Status DeviceRun::launch_copies(accel::Queue& queue, const accel::Copies& copies) {
  accel::Copies::Plan plan = copies.plan({});
  return queue.launch_and_mark("penstock_copy_many", {plan.blocks, 1, 1}, {plan.threads, 1, 1}, &plan.arguments,
                               sizeof plan.arguments, &plan.arguments.finish, &tickets_.emplace_back());
}

Status DeviceRun::test(bool* done) {
  *done = false;
  while (!tickets_.empty()) {
    accel::Progress progress{};
    if (Status tested = engine_.accel().test(tickets_.back(), &progress); !tested.is_ok()) {
      drain();
      return tested;
    }
    if (progress == accel::Progress::kPending) return Status::ok();
    tickets_.pop_back();
  }
  poll(false);
  *done = true;
  return Status::ok();
}

// What fails here has been told by what failed first, or is told by the queue's next use.
void DeviceRun::drain() noexcept {
  for (const accel::Ticket& ticket : tickets_) static_cast<void>(engine_.accel().wait(ticket));
  tickets_.clear();
  poll(false);
}

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

Whereabouts both(Whereabouts one, Whereabouts other) noexcept {
  if (one == Whereabouts::kElsewhere || other == Whereabouts::kElsewhere) return Whereabouts::kElsewhere;
  return std::max(one, other);
}

// The steps before and after it: the members' cards, and that all are through.
class DeviceCall final : public Task {
 public:
  DeviceCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host);

  // Lists this rank's card and the reading of the others'.
  void meet(BoardOp& op);
  // Whether the data of all are on devices. Once the cards are there.
  [[nodiscard]] bool on_devices() const noexcept;
  // The answer is known: advance() begins at once.
  void settled() noexcept { stage_ = Stage::kLaunch; }
  // For a call that learns the answer later: its own step, and the one behind all that follows.
  void set_steps(Step own, Step last) noexcept {
    own_ = own;
    last_ = last;
  }
  void explain(Schedule& schedule) const;

  bool advance(Schedule& schedule) override;

 private:
  enum class Stage : std::uint8_t { kAsk, kLaunch, kRun };
  bool launch(Schedule& schedule);
  bool wait(Schedule& schedule);
  void go_over_host(Schedule& schedule);
  void stop(Schedule& schedule, Status&& why);
  Status say_where(const Sides& sides);
  void fill_table();

  Query query_;
  Team team_;
  KeptArguments kept_;
  HostBuilder on_host_;
  DeviceCard mine_;
  std::vector<DeviceCard> cards_;
  std::vector<std::uint64_t> tables_;  // of each member, one after another; none without has_table()
  Mappings mappings_;
  DeviceRun run_;
  Step own_ = kNoStep;
  Step last_ = kNoStep;
  Stage stage_ = Stage::kAsk;
};

// A failure to say where the data are is this rank's; the others hear of it as of any failed step.
DeviceCall::DeviceCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host)
    : query_(query),
      team_(schedule.team()),
      kept_(arguments),
      on_host_(on_host),
      cards_(static_cast<std::size_t>(team_.size)),
      mappings_(schedule.engine().accel()),
      run_(schedule.engine()) {
  if (has_table(query_)) fill_table();
  if (Status said = say_where(sides_of(query_, team_, kept_.get())); !said.is_ok()) schedule.fail(std::move(said));
}

Status DeviceCall::say_where(const Sides& sides) {
  DeviceTeam& devices = *team_.devices;
  bool flat = !sides.apart && sides.send.flat && sides.recv.flat;
  for (const proto::Buffer& part : sides.own) {
    const Stretch stretch = stretch_of(part);
    Whereabouts where = Whereabouts::kNothing;
    PENSTOCK_TRY(devices.find(stretch.address, stretch.bytes, &where));
    mine_.where = both(mine_.where, where);
    flat = flat && stretch.flat;
  }
  if (!flat) mine_.where = Whereabouts::kElsewhere;
  if (mine_.where == Whereabouts::kElsewhere) return Status::ok();
  Whereabouts send = Whereabouts::kNothing;
  Whereabouts recv = Whereabouts::kNothing;
  PENSTOCK_TRY(devices.lend(sides.send.address, sides.send.bytes, &send, &mine_.send));
  PENSTOCK_TRY(devices.lend(sides.recv.address, sides.recv.bytes, &recv, &mine_.recv));
  mine_.where = both(mine_.where, both(send, recv));
  return Status::ok();
}

void DeviceCall::fill_table() {
  const auto ranks = static_cast<std::size_t>(team_.size);
  tables_.resize(ranks * ranks);
  const std::span<std::uint64_t> mine = std::span(tables_).subspan(static_cast<std::size_t>(team_.rank) * ranks, ranks);
  const std::span<const proto::Buffer> sends = kept_.get().sends;
  for (std::size_t i = 0; i < sends.size(); ++i) mine[i] = reinterpret_cast<std::uint64_t>(stretch_of(sends[i]).address);
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

bool DeviceCall::on_devices() const noexcept {
  const auto is = [](Whereabouts where) { return [where](const DeviceCard& card) { return card.where == where; }; };
  return std::ranges::none_of(cards_, is(Whereabouts::kElsewhere)) && std::ranges::any_of(cards_, is(Whereabouts::kDevice));
}

void DeviceCall::explain(Schedule& schedule) const {
  if (!schedule.engine().config().explain || team_.rank != 0 || !on_devices()) return;
  const auto size_class = static_cast<std::uint64_t>(std::bit_width(query_.bytes) + 1) / 2;
  const std::uint64_t key = std::uint64_t{1} << 50 | static_cast<std::uint64_t>(query_.collective) << 40 | size_class << 32 |
                            static_cast<std::uint32_t>(query_.ranks);
  schedule.engine().explain(key, fmt::format("{} of {} B on {} ranks: kernels of all GPUs, on the program's own memory",
                                             collective_name(query_.collective), query_.bytes, query_.ranks));
}

bool DeviceCall::advance(Schedule& schedule) {
  switch (stage_) {
    case Stage::kAsk:
      if (schedule.failed()) return true;
      if (!on_devices()) return go_over_host(schedule), true;
      explain(schedule);
      schedule.order(list_end(schedule, team_, own_), last_);
      [[fallthrough]];
    case Stage::kLaunch:
      if (schedule.failed() || launch(schedule)) return true;
      [[fallthrough]];
    case Stage::kRun: return wait(schedule);
  }
  return true;
}

// True: it failed.
bool DeviceCall::launch(Schedule& schedule) {
  DeviceWork work;
  DevicePlanner planner(query_, team_, kept_.get(), cards_, tables_, &mappings_);
  Status begun = planner.plan(&work);
  if (begun.is_ok()) begun = run_.begin(team_.devices->device(), work);
  if (!begun.is_ok()) return stop(schedule, std::move(begun)), true;
  stage_ = Stage::kRun;
  return false;
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
  const auto first = static_cast<Step>(schedule.steps());
  on_host_(query_, schedule, kept_.get());
  for (Step step = first; step < schedule.steps(); ++step) schedule.order(step, last_);
}

// Ends the turn on the board in which the members learned where the data are and what followed was done.
class EndTurn final : public Task {
 public:
  explicit EndTurn(Board& board) noexcept : board_(board) {}
  bool advance(Schedule& /*schedule*/) override {
    board_.pass_turn();
    return true;
  }

 private:
  Board& board_;
};

}  // namespace

// A failure in the first round is known to all, so that nobody waits for a second one.
void build_on_devices(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host) {
  auto call = std::make_unique<DeviceCall>(query, schedule, arguments, on_host);
  DeviceCall& made = *call;
  const Team team = schedule.team();
  BoardOp& cards = schedule.new_board_op();
  made.meet(cards);
  if (!cards.at_once()) {
    cards.keep_turn();
    const Step own = schedule.task(std::move(call), {schedule.on_board(cards)});
    made.set_steps(own, schedule.task(std::make_unique<EndTurn>(*team.board), {own}));
    return;
  }
  schedule.on_board(cards);
  if (schedule.failed()) return;
  if (!made.on_devices()) return on_host(query, schedule, arguments);
  made.settled();
  made.explain(schedule);
  list_end(schedule, team, schedule.task(std::move(call)));
}

}  // namespace penstock::coll
