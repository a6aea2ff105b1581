#include "coll/device/persistent_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "coll/barrier/barrier.hpp"
#include "coll/device/choice.hpp"
#include "coll/device/device_run.hpp"
#include "coll/device/negotiation.hpp"
#include "coll/device/offers.hpp"
#include "coll/select/explained.hpp"

namespace penstock::coll {
namespace {

// Of the messages before the first start; barriers have the first numbers.
constexpr std::uint32_t kDescriptorMessage = 100;
constexpr std::uint32_t kAnswerMessage = 101;

// What a member can do, once it has seen all descriptors. The last of these counts.
enum class Answer : std::uint8_t { kCan, kCannot, kFailed };

// Data that the others are told of as they lie. What was freed since may still be mapped by them, with what was there before.
class Exported {
 public:
  Status add(accel::Accel& accel, const BufferRange& range) {
    if (range.bytes == 0) return Status::ok();
    Place& place = places_.emplace_back();
    place.address = range.address;
    return accel.query(range.address, &place.memory);
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

// What a member knows of the request, for all starts. Workspace slices and mappings are kept for as long as it lives.
class PersistentCall {
 public:
  PersistentCall(const Query& query, Schedule& schedule, const Arguments& arguments)
      : query_(query),
        team_(schedule.team()),
        engine_(schedule.engine()),
        device_(team_.devices->device()),
        offers_(query_, team_, *team_.devices, engine_.accel().imports(), arguments, Staging::Parts::kTouched) {}

  // Blocks. All members get the same answer; a failure with kFailed.
  Status agree(Schedule& schedule, Answer* answer);
  [[nodiscard]] const Offers& offers() const noexcept { return offers_; }
  [[nodiscard]] Status check() const { return exposed_.check(engine_.accel()); }
  Status begin(DeviceRun& run) { return graph_ ? run.begin(device_, *graph_) : run.begin(device_, work_); }
  [[nodiscard]] Status within(Status&& why) const {
    return std::move(why).within(fmt::format("persistent {} over GPUs", collective_name(query_.collective)));
  }

 private:
  Status say_where(Schedule& schedule);
  Status remember();
  Status plan(Answer* answer);
  Status make_graph(std::unique_ptr<accel::Graph>* out);
  void try_to_make_graph();
  Status tell_answer(Schedule& schedule, Answer* answer);
  [[nodiscard]] bool lengths_agree() const noexcept;

  Query query_;
  Team team_;
  proto::Engine& engine_;
  int device_;
  Offers offers_;
  Exported exposed_;
  DeviceWork work_;
  std::unique_ptr<accel::Graph> graph_;  // of all work; null where one launch is all there is
};

// A failure of this rank's does not keep it from answering.
Status PersistentCall::agree(Schedule& schedule, Answer* answer) {
  *answer = Answer::kFailed;
  Status mine = say_where(schedule);
  if (!mine.is_ok()) offers_.mine().where = Whereabouts::kElsewhere;
  offers_.mine().bytes = query_.bytes;
  for (const Told& told : {offers_.descriptors(), offers_.tables()}) {
    if (Status heard = tell_by_messages(schedule, kDescriptorMessage, told); mine.is_ok()) mine = std::move(heard);
  }
  if (mine.is_ok()) mine = plan(answer);
  if (!mine.is_ok()) *answer = Answer::kFailed;
  Status told = tell_answer(schedule, answer);
  return mine.is_ok() ? std::move(told) : std::move(mine);
}

// It is used again and again: what a mapping costs is soon repaid.
Status PersistentCall::say_where(Schedule& schedule) {
  PENSTOCK_TRY(offers_.say_where(schedule, {ExportWhen::kAtOnce}));
  offers_.fill_table();
  return remember();
}

Status PersistentCall::remember() {
  if (offers_.mine().where != Whereabouts::kDevice) return Status::ok();
  const CallBuffers sides = call_buffers_of(query_, team_, offers_.exposed());
  for (const CallBuffer* side : {&sides.send, &sides.recv}) {
    if (!side->own) PENSTOCK_TRY(exposed_.add(engine_.accel(), range_of(query_, *side)));
  }
  return Status::ok();
}

// Messages tell who is wrong, and write nothing that has no room. Calls with lists have lengths of each pair's own.
bool PersistentCall::lengths_agree() const noexcept {
  const auto same = [this](const CallDescriptor& descriptor) { return descriptor.bytes == query_.bytes; };
  return !serves_coscheduled_kernels(query_.collective) || std::ranges::all_of(offers_.all(), same);
}

// What is out of reach now will be so at every start.
Status PersistentCall::plan(Answer* answer) {
  *answer = Answer::kCannot;
  offers_.hear();
  if (!offers_.on_devices() || !lengths_agree()) return Status::ok();
  Status planned = offers_.plan(&work_);
  if (!planned.is_ok()) return planned.code() == Code::kTransport ? Status::ok() : std::move(planned);
  *answer = Answer::kCan;
  if (work_.folds.size() + work_.copies.size() > 1) try_to_make_graph();
  return Status::ok();
}

Status PersistentCall::make_graph(std::unique_ptr<accel::Graph>* out) {
  PENSTOCK_TRY(engine_.accel().queues().make_graph(device_, out));
  PENSTOCK_TRY(DeviceRun(engine_).record(device_, work_, **out));
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
  PENSTOCK_TRY(tell_by_messages(schedule, kAnswerMessage, Told::of(answers)));
  const auto worst = std::ranges::max_element(answers);
  *answer = *worst;
  if (*worst != Answer::kFailed) return Status::ok();
  return Status::error(Code::kTransport, "rank {} of the communicator failed to make its part of the request",
                       worst - answers.begin());
}

// Before anybody hears that this rank has started.
class CheckExported final : public Task {
 public:
  explicit CheckExported(const PersistentCall& call) noexcept : call_(call) {}
  bool advance(Schedule& schedule) override {
    if (schedule.failed()) return true;
    if (Status same = call_.check(); !same.is_ok()) schedule.fail(call_.within(std::move(same)));
    return true;
  }

 private:
  const PersistentCall& call_;
};

// Once all have started.
class RunAgain final : public RunTask {
 public:
  RunAgain(proto::Engine& engine, std::unique_ptr<PersistentCall> call) noexcept : RunTask(engine), call_(std::move(call)) {}

 private:
  Status begin(DeviceRun& run) override { return call_->begin(run); }
  void end(Schedule& schedule, Status&& status) override {
    if (!status.is_ok()) schedule.fail(call_->within(std::move(status)));
  }

  std::unique_ptr<PersistentCall> call_;
};

// Each part waits for all before it. A failure goes with the barrier behind it to all members.
void list_start(Schedule& schedule, std::unique_ptr<PersistentCall> made) {
  const Team team = schedule.team();
  PersistentCall& call = *made;
  Staging* const staging = call.offers().staging();
  const bool again = call.offers().some_take_out();
  schedule.task(std::make_unique<CheckExported>(call));
  if (staging != nullptr) staging->pack(schedule);
  schedule.next_phase(team);
  barrier_dissemination(schedule, {});
  schedule.next_phase(team);
  schedule.task(std::make_unique<RunAgain>(schedule.engine(), std::move(made)));
  schedule.next_phase(team);
  barrier_dissemination(schedule, {});
  if (!again) return;
  schedule.next_phase(team);
  if (staging != nullptr) staging->take_out(schedule);
  schedule.next_phase(team);
  barrier_dissemination(schedule, {});
}

}  // namespace

void build_persistent(const Query& query, Schedule& schedule, const Arguments& arguments) {
  const DeviceChoice choice = choose_strategy(query, schedule, arguments, true);
  if (choice.mapped == nullptr && choice.row->strategy == Strategy::kMessage) {
    return build_by_messages(query, schedule, arguments, *choice.row);
  }
  auto call = std::make_unique<PersistentCall>(query, schedule, arguments);
  Answer answer = Answer::kFailed;
  if (Status agreed = call->agree(schedule, &answer); !agreed.is_ok()) {
    return schedule.fail(call->within(std::move(agreed)));
  }
  if (answer == Answer::kCannot) return build_on_host(query, schedule, arguments);
  explain_kernels(schedule, query, call->offers().staged(), true);
  list_start(schedule, std::move(call));
}

}  // namespace penstock::coll
