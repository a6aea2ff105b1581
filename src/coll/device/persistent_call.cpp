#include "coll/device/persistent_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "coll/barrier/barrier.hpp"
#include "coll/device/choice.hpp"
#include "coll/device/device_run.hpp"
#include "coll/device/explained.hpp"
#include "coll/device/lent_places.hpp"
#include "coll/device/staging.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

// Of the messages before the first start; barriers have the first numbers.
constexpr std::uint32_t kCardMessage = 100;
constexpr std::uint32_t kAnswerMessage = 101;

// What a member can do, once it has seen all cards. The last of these counts.
enum class Answer : std::uint8_t { kCan, kCannot, kFailed };

// `bytes` of each member, one after another, this rank's own among them; blocks.
Status exchange(Schedule& call, std::uint32_t message, std::byte* all, std::uint64_t bytes) {
  const Team& team = call.team();
  Schedule schedule(call.engine());
  schedule.reset(team, call.sequence());
  const auto of = [&](int member) { return schedule.packed(all + static_cast<std::uint64_t>(member) * bytes, bytes); };
  for (int i = 1; i < team.size; ++i) {
    const int from = (team.rank + team.size - i) % team.size;
    schedule.recv(of(from), from, message);
  }
  for (int i = 1; i < team.size; ++i) schedule.send(of(team.rank), (team.rank + i) % team.size, message);
  schedule.start(true);
  if (!schedule.done()) call.engine().wait_until([&] { return schedule.done(); });
  return schedule.status().clone();
}

// Data that the others are told of as they lie. What was freed since may still be mapped by them, with what was there before.
class Lent {
 public:
  Status add(accel::Accel& accel, const Stretch& stretch) {
    if (stretch.bytes == 0) return Status::ok();
    Place& place = places_.emplace_back();
    place.address = stretch.address;
    return accel.query(stretch.address, &place.memory);
  }
  [[nodiscard]] Status check(accel::Accel& accel) const {
    for (const Place& place : places_) {
      accel::Memory now;
      PENSTOCK_TRY(accel.query(place.address, &now));
      if (now.buffer_id == place.memory.buffer_id && now.base == place.memory.base) continue;
      return Status::error(Code::kBuffer,
                           "the buffer at {} is not the allocation that the request was made for, which was freed since; free "
                           "the request first and make it anew",
                           static_cast<const void*>(place.address));
    }
    return Status::ok();
  }

 private:
  struct Place {
    const std::byte* address = nullptr;
    accel::Memory memory;
  };
  std::vector<Place> places_;
};

// What a member knows of the request, for all starts.
class PersistentCall {
 public:
  PersistentCall(const Query& query, Schedule& schedule, const Arguments& arguments)
      : query_(query),
        team_(schedule.team()),
        engine_(schedule.engine()),
        device_(team_.devices->device()),
        kept_(arguments),
        cards_(static_cast<std::size_t>(team_.size)),
        mappings_(engine_.accel()),
        run_(engine_) {}

  // Blocks. All members get the same answer; a failure with kFailed.
  Status agree(Schedule& schedule, Answer* answer);
  [[nodiscard]] std::ptrdiff_t staged() const noexcept {
    return std::ranges::count_if(cards_, [](const DeviceCard& card) { return card.staged != Staged::kNot; });
  }
  [[nodiscard]] bool some_take_out() const noexcept {
    return std::ranges::find(cards_, Staged::kInOut, &DeviceCard::staged) != cards_.end();
  }
  [[nodiscard]] Staging* staging() const noexcept { return staging_.get(); }
  [[nodiscard]] Status check() const { return lent_.check(engine_.accel()); }
  Status begin() { return graph_ ? run_.begin(device_, *graph_) : run_.begin(device_, work_); }
  Status test(bool* done) { return run_.test(done); }
  [[nodiscard]] Status within(Status&& why) const {
    return std::move(why).within(fmt::format("persistent {} over GPUs", collective_name(query_.collective)));
  }

 private:
  Status say_where(Schedule& schedule);
  Status look(const Arguments& call, Whereabouts* send, Whereabouts* recv);
  Status stage(Schedule& schedule, Whereabouts send, Whereabouts recv);
  Status remember();
  Status plan(Answer* answer);
  Status make_graph(std::unique_ptr<accel::Graph>* out);
  void try_to_make_graph();
  Status tell_cards(Schedule& schedule);
  Status tell_answer(Schedule& schedule, Answer* answer);
  [[nodiscard]] std::span<std::uint64_t> table_of(int member) noexcept;
  [[nodiscard]] bool on_devices() const noexcept;
  [[nodiscard]] bool lengths_agree() const noexcept;
  // As this rank's kernels see it, and as the others do.
  [[nodiscard]] const Arguments& own() const noexcept { return staging_ ? staging_->own() : kept_.get(); }
  [[nodiscard]] const Arguments& lent() const noexcept { return staging_ ? staging_->lent() : kept_.get(); }

  Query query_;
  Team team_;
  proto::Engine& engine_;
  int device_;
  KeptArguments kept_;
  DeviceCard mine_;
  std::unique_ptr<Staging> staging_;  // has its areas for as long as the request lives
  std::vector<DeviceCard> cards_;
  std::vector<std::uint64_t> tables_;  // of each member, one after another; none without has_table()
  Mappings mappings_;                  // for as long as the request lives
  Lent lent_;
  DeviceWork work_;
  std::unique_ptr<accel::Graph> graph_;  // of all work; null where one launch is all there is
  DeviceRun run_;
};

// A failure of this rank's does not keep it from answering.
Status PersistentCall::agree(Schedule& schedule, Answer* answer) {
  *answer = Answer::kFailed;
  Status mine = say_where(schedule);
  if (!mine.is_ok()) mine_.where = Whereabouts::kElsewhere;
  mine_.bytes = query_.bytes;
  if (Status told = tell_cards(schedule); mine.is_ok()) mine = std::move(told);
  if (mine.is_ok()) mine = plan(answer);
  if (!mine.is_ok()) *answer = Answer::kFailed;
  Status told = tell_answer(schedule, answer);
  return mine.is_ok() ? std::move(told) : std::move(mine);
}

// Data that cannot be lent and find no room go over the host, on all ranks.
Status PersistentCall::say_where(Schedule& schedule) {
  Whereabouts send = Whereabouts::kNothing;
  Whereabouts recv = Whereabouts::kNothing;
  PENSTOCK_TRY(look(kept_.get(), &send, &recv));
  const bool overlap = mine_.where == Whereabouts::kDevice && sides_of(query_, team_, kept_.get()).overlap;
  if (overlap || mine_.where == Whereabouts::kApart) PENSTOCK_TRY(stage(schedule, send, recv));
  if (has_table(query_)) {
    tables_.resize(static_cast<std::size_t>(team_.size) * static_cast<std::size_t>(team_.size));
    const std::span<std::uint64_t> table = table_of(team_.rank);
    const std::span<const proto::Buffer> sends = lent().sends;
    for (std::size_t i = 0; i < sends.size(); ++i) {
      table[i] = reinterpret_cast<std::uint64_t>(stretch_of(sends[i]).address) - mine_.send.address;
    }
  }
  return remember();
}

// It is used again and again: what a mapping costs is soon repaid.
Status PersistentCall::look(const Arguments& call, Whereabouts* send, Whereabouts* recv) {
  DeviceTeam& devices = *team_.devices;
  const Sides sides = sides_of(query_, team_, call);
  mine_ = {};
  PENSTOCK_TRY(find_side(query_, devices, sides.send, Lending::kAtOnce, send, &mine_.send));
  if (*send != Whereabouts::kElsewhere) {
    PENSTOCK_TRY(find_side(query_, devices, sides.recv, Lending::kAtOnce, recv, &mine_.recv));
  }
  mine_.where = std::max(*send, *recv);
  return Status::ok();
}

Status PersistentCall::stage(Schedule& schedule, Whereabouts send, Whereabouts recv) {
  staging_ = std::make_unique<Staging>(query_, schedule, kept_.get(), Staging::Parts::kTouched);
  bool room = false;
  PENSTOCK_TRY(staging_->open(*team_.devices, send, recv, &room));
  if (room) PENSTOCK_TRY(look(staging_->lent(), &send, &recv));
  if (room && mine_.where == Whereabouts::kDevice) {
    mine_.staged = staging_->takes_out() ? Staged::kInOut : Staged::kIn;
    return Status::ok();
  }
  staging_.reset();
  mine_.where = Whereabouts::kElsewhere;
  return Status::ok();
}

Status PersistentCall::remember() {
  if (mine_.where != Whereabouts::kDevice) return Status::ok();
  const Sides sides = sides_of(query_, team_, lent());
  for (const Side* side : {&sides.send, &sides.recv}) {
    if (!side->own) PENSTOCK_TRY(lent_.add(engine_.accel(), stretch_of(query_, *side)));
  }
  return Status::ok();
}

std::span<std::uint64_t> PersistentCall::table_of(int member) noexcept {
  const auto ranks = static_cast<std::size_t>(team_.size);
  if (tables_.empty()) return {};
  return std::span(tables_).subspan(static_cast<std::size_t>(member) * ranks, ranks);
}

Status PersistentCall::tell_cards(Schedule& schedule) {
  cards_[static_cast<std::size_t>(team_.rank)] = mine_;
  PENSTOCK_TRY(exchange(schedule, kCardMessage, reinterpret_cast<std::byte*>(cards_.data()), sizeof(DeviceCard)));
  if (!has_table(query_)) return Status::ok();
  tables_.resize(static_cast<std::size_t>(team_.size) * static_cast<std::size_t>(team_.size));
  return exchange(schedule, kCardMessage, reinterpret_cast<std::byte*>(tables_.data()), table_of(0).size_bytes());
}

bool PersistentCall::on_devices() const noexcept {
  const auto is = [](Whereabouts where) { return [where](const DeviceCard& card) { return card.where == where; }; };
  return std::ranges::none_of(cards_, is(Whereabouts::kElsewhere)) && std::ranges::any_of(cards_, is(Whereabouts::kDevice));
}

// Messages tell who is wrong, and write nothing that has no room. Calls with lists have lengths of each pair's own.
bool PersistentCall::lengths_agree() const noexcept {
  const auto same = [this](const DeviceCard& card) { return card.bytes == mine_.bytes; };
  return !serves_joint_kernels(query_.collective) || std::ranges::all_of(cards_, same);
}

// What is out of reach now will be so at every start.
Status PersistentCall::plan(Answer* answer) {
  *answer = Answer::kCannot;
  team_.devices->borrow(cards_);
  if (!on_devices() || !lengths_agree()) return Status::ok();
  LentPlaces places(query_, team_, own(), cards_, mappings_);
  Status planned = DevicePlanner(query_, team_, own(), tables_, places).plan(&work_);
  if (!planned.is_ok()) return planned.code() == Code::kTransport ? Status::ok() : std::move(planned);
  *answer = Answer::kCan;
  if (work_.folds.size() + work_.copies.size() > 1) try_to_make_graph();
  return Status::ok();
}

Status PersistentCall::make_graph(std::unique_ptr<accel::Graph>* out) {
  PENSTOCK_TRY(engine_.accel().make_graph(device_, out));
  PENSTOCK_TRY(run_.record(device_, work_, **out));
  return (*out)->close();
}

// A kernel that is alone marks its own end, for less than a graph and the mark behind it; several small copies are one. Without
// a graph each start launches one thing after another.
void PersistentCall::try_to_make_graph() {
  std::unique_ptr<accel::Graph> made;
  if (Status status = make_graph(&made); !status.is_ok()) {
    return team_.devices->log().warn("a persistent {} starts without a graph: {}", collective_name(query_.collective),
                                     status.message());
  }
  if (made->parts() > 1) graph_ = std::move(made);
}

Status PersistentCall::tell_answer(Schedule& schedule, Answer* answer) {
  std::vector<Answer> answers(static_cast<std::size_t>(team_.size));
  answers[static_cast<std::size_t>(team_.rank)] = *answer;
  *answer = Answer::kFailed;
  PENSTOCK_TRY(exchange(schedule, kAnswerMessage, reinterpret_cast<std::byte*>(answers.data()), sizeof(Answer)));
  const auto worst = std::ranges::max_element(answers);
  *answer = *worst;
  if (*worst != Answer::kFailed) return Status::ok();
  return Status::error(Code::kTransport, "rank {} of the communicator failed to make its part of the request",
                       worst - answers.begin());
}

// Before anybody hears that this rank has started.
class CheckLent final : public Task {
 public:
  explicit CheckLent(const PersistentCall& call) noexcept : call_(call) {}
  bool advance(Schedule& schedule) override {
    if (schedule.failed()) return true;
    if (Status same = call_.check(); !same.is_ok()) schedule.fail(call_.within(std::move(same)));
    return true;
  }

 private:
  const PersistentCall& call_;
};

// Once all have started.
class RunAgain final : public Task {
 public:
  explicit RunAgain(std::unique_ptr<PersistentCall> call) noexcept : call_(std::move(call)) {}
  bool advance(Schedule& schedule) override {
    if (!running_) {
      if (schedule.failed()) return true;
      if (Status begun = call_->begin(); !begun.is_ok()) return schedule.fail(call_->within(std::move(begun))), true;
      running_ = true;
    }
    bool done = false;
    Status tested = call_->test(&done);
    running_ = tested.is_ok() && !done;
    if (!tested.is_ok()) schedule.fail(call_->within(std::move(tested)));
    return !running_;
  }

 private:
  std::unique_ptr<PersistentCall> call_;
  bool running_ = false;
};

// `staged`: how many members have data in memory of the library's own.
void explain(const Query& query, Schedule& schedule, std::ptrdiff_t staged) {
  const std::string where =
      staged == 0 ? "on the program's own memory" : fmt::format("by way of memory of the library's own on {} of them", staged);
  explain_way(schedule, query, staged == 0 ? Explained::kPersistent : Explained::kPersistentAreas,
              fmt::format("kernels of all GPUs, {}; persistent", where));
}

// Each part waits for all before it. A failure goes with the barrier behind it to all members.
void list_start(Schedule& schedule, std::unique_ptr<PersistentCall> made) {
  const Team team = schedule.team();
  PersistentCall& call = *made;
  Staging* const staging = call.staging();
  const bool again = call.some_take_out();
  schedule.task(std::make_unique<CheckLent>(call));
  if (staging != nullptr) staging->pack(schedule);
  schedule.next_phase(team);
  barrier_dissemination(schedule, {});
  schedule.next_phase(team);
  schedule.task(std::make_unique<RunAgain>(std::move(made)));
  schedule.next_phase(team);
  barrier_dissemination(schedule, {});
  if (!again) return;
  schedule.next_phase(team);
  if (staging != nullptr) staging->take_out(schedule);
  schedule.next_phase(team);
  barrier_dissemination(schedule, {});
}

}  // namespace

void build_persistent(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host) {
  const DeviceChoice choice = choose_way(query, schedule, arguments, true);
  if (choice.mapped == nullptr && choice.row->way == Way::kMessage) {
    return build_by_messages(query, schedule, arguments, on_host, *choice.row);
  }
  auto call = std::make_unique<PersistentCall>(query, schedule, arguments);
  Answer answer = Answer::kFailed;
  if (Status agreed = call->agree(schedule, &answer); !agreed.is_ok()) {
    return schedule.fail(call->within(std::move(agreed)));
  }
  if (answer == Answer::kCannot) return on_host(query, schedule, arguments);
  explain(query, schedule, call->staged());
  list_start(schedule, std::move(call));
}

}  // namespace penstock::coll
