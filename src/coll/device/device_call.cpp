#include "coll/device/device_call.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "accel/program/program_streams.hpp"
#include "coll/device/choice.hpp"
#include "coll/device/coscheduled_call.hpp"
#include "coll/device/coscheduled_path.hpp"
#include "coll/device/device_run.hpp"
#include "coll/device/offers.hpp"
#include "coll/select/explained.hpp"

namespace penstock::coll {
namespace {

// The members' descriptors, and whether all reach what they need; then the kernels, and that all are through.
class DeviceCall final : public Negotiation {
 public:
  // By kernels on mapped memory, unless `choice.mapped` is null; else by `choice.row`.
  DeviceCall(const Query& query, Schedule& schedule, const Arguments& arguments, const DeviceChoice& choice);

 private:
  class Run;

  // Copies of data that cannot be exported as they lie.
  void prepare(Schedule& schedule) const override { offers_.pack(schedule); }
  void tell(ShmProgram& op) override { list_telling(op, {offers_.descriptors(), offers_.tables()}); }
  void decide(Schedule& schedule) override;

  // Whether data that are not mapped go another way than by workspace slices.
  [[nodiscard]] bool has_other() const noexcept { return row_.strategy != Strategy::kWorkspace; }
  Status say_where(Schedule& schedule);
  Status say_otherwise(bool* said);
  Status lies_in_ranges(bool* can);
  [[nodiscard]] bool may_miss() const noexcept;
  void try_to_reach(Schedule& schedule);
  [[nodiscard]] bool all_reach() const noexcept { return std::ranges::find(reach_, std::byte{0}) == reach_.end(); }
  void leave(Schedule& schedule);
  void go_otherwise(Schedule& schedule);
  void go(Schedule& schedule);
  Status plan();
  void stop(Schedule& schedule, Status&& why);

  Query query_;
  Team team_;
  Offers offers_;
  bool exports_;         // what is mapped, or worth it by now
  bool would_pipeline_;  // had it FIFOs
  Row row_;              // of data that are not mapped
  std::optional<CoscheduledPath> coscheduled_;
  bool coscheduled_ready_ = true;
  std::vector<std::byte> reach_;  // of each member, once asked: 1 if it reaches what it needs
  DeviceWork work_;
  bool planned_ = false;
};

// This rank's kernels.
class DeviceCall::Run final : public RunTask {
 public:
  Run(proto::Engine& engine, DeviceCall& call) noexcept : RunTask(engine), call_(call) {}

 private:
  Status begin(DeviceRun& run) override {
    if (!call_.planned_) PENSTOCK_TRY(call_.plan());
    return run.begin(call_.team_.devices->device(), call_.work_);
  }
  void end(Schedule& schedule, Status&& status) override {
    call_.offers_.unmap();
    if (!status.is_ok()) call_.stop(schedule, std::move(status));
  }

  DeviceCall& call_;
};

// A failure to say where the data are is this rank's; the others hear of it as of any failed step.
DeviceCall::DeviceCall(const Query& query, Schedule& schedule, const Arguments& arguments, const DeviceChoice& choice)
    : query_(query),
      team_(schedule.team()),
      offers_(query_, team_, *team_.devices, schedule.engine().accel().imports(), arguments, Staging::Parts::kTouched),
      exports_(choice.mapped != nullptr),
      would_pipeline_(choice.would_pipeline),
      row_(*choice.row) {
  std::uint64_t number = 0;
  Status said;
  if (is_coscheduled(row_.strategy)) said = coscheduled_.emplace(row_, query_, team_).prepare(&number, &coscheduled_ready_);
  if (said.is_ok()) said = say_where(schedule);
  if (!said.is_ok()) schedule.fail(std::move(said));
  offers_.mine().number = number;
  offers_.mine().bytes = query_.bytes;
  if (schedule.engine().accel().program_streams().imports_may_fail()) offers_.mine().reach = Reach::kMayFail;
  offers_.fill_table();
}

// Without room for data that could be exported they are.
Status DeviceCall::say_where(Schedule& schedule) {
  bool said = false;
  if (has_other()) PENSTOCK_TRY(say_otherwise(&said));
  if (said) return Status::ok();
  PENSTOCK_TRY(offers_.say_where(schedule, {exports_ ? ExportWhen::kWhenWorth : ExportWhen::kNever, ExportWhen::kAtOnce}));
  bool wants = offers_.staging() != nullptr && would_pipeline_ && !has_other();
  if (wants) PENSTOCK_TRY(lies_in_ranges(&wants));
  if (wants) offers_.mine().pipelined = Pipelined::kWants;  // had it FIFOs
  return Status::ok();
}

// What is exported can go otherwise as well. Messages take what is on the device, however it lies.
Status DeviceCall::say_otherwise(bool* said) {
  PENSTOCK_TRY(offers_.look(ExportWhen::kWhenWorthPipeline));
  CallDescriptor& mine = offers_.mine();
  bool can = coscheduled_ready_;
  if (offers_.may_stay()) {
    mine.pipelined = can ? Pipelined::kCan : Pipelined::kCannot;
    return *said = true, Status::ok();
  }
  if (!coscheduled_) can = mine.where != Whereabouts::kElsewhere;
  if (coscheduled_ && can) PENSTOCK_TRY(lies_in_ranges(&can));
  if (can) {
    mine = {};
    mine.where = Whereabouts::kDevice;
    mine.pipelined = Pipelined::kWants;
  }
  return *said = can, Status::ok();
}

// Where this rank's kernels take its data as they lie.
Status DeviceCall::lies_in_ranges(bool* can) {
  const CallBuffers sides = call_buffers_of(query_, team_, offers_.arguments());
  *can = true;
  for (const CallBuffer* side : {&sides.send, &sides.recv}) {
    const BufferRange range = range_of(query_, *side);
    if (range.bytes == 0 || !*can) continue;
    Whereabouts where = Whereabouts::kNothing;
    PENSTOCK_TRY(team_.devices->find(range.address, range.bytes, &where));
    *can = where == Whereabouts::kDevice && range.flat;
  }
  return Status::ok();
}

// After the first round the data of one of them may be mapped by nobody: all go by the other row, or begin anew without it.
// After the second all know whether all reach what they need.
void DeviceCall::decide(Schedule& schedule) {
  if (schedule.failed()) return leave(schedule);
  if (reach_.empty()) {
    const bool wanted = offers_.any(&CallDescriptor::pipelined, Pipelined::kWants);
    offers_.hear();
    if (wanted && !has_other()) team_.devices->want_fifos();
    if (!offers_.on_devices()) return leave(schedule);
    if (wanted && has_other()) return go_otherwise(schedule);
    coscheduled_.reset();
    if (may_miss()) {
      try_to_reach(schedule);
      return tell_again(schedule, Told::of(reach_));
    }
  }
  all_reach() ? go(schedule) : leave(schedule);
}

// Over the host, unless something failed: all know of that, so that nobody looks at what is staged.
void DeviceCall::leave(Schedule& schedule) {
  coscheduled_.reset();
  offers_.drop();
  if (!schedule.failed()) build_before(end(), query_, schedule, offers_.arguments());
}

void DeviceCall::go_otherwise(Schedule& schedule) {
  if (offers_.any(&CallDescriptor::pipelined, Pipelined::kCannot)) {
    coscheduled_.reset();
    return build_by_rows(query_, schedule, offers_.arguments(), end());
  }
  if (coscheduled_) {
    coscheduled_->check<CallDescriptor>(schedule, offers_.mine(), offers_.all());
    if (schedule.failed()) return coscheduled_.reset();
    return coscheduled_->launch(schedule, offers_.arguments(), offers_.mine().number, end());
  }
  const auto first = static_cast<Step>(schedule.steps());
  build_by_messages(query_, schedule, offers_.arguments(), row_);
  order_before(schedule, first, end());
}

// A range of chunks that is mapped no more, for want of room, cannot be mapped again before its owner knows; other memory can
// at any time, unless streams wait.
bool DeviceCall::may_miss() const noexcept {
  return std::ranges::any_of(offers_.all(), [](const CallDescriptor& descriptor) {
    return descriptor.reach == Reach::kMayFail || descriptor.send.device.token != 0 || descriptor.recv.device.token != 0;
  });
}

void DeviceCall::try_to_reach(Schedule& schedule) {
  Status planned = plan();
  reach_.assign(static_cast<std::size_t>(team_.size), std::byte{0});
  reach_[static_cast<std::size_t>(team_.rank)] = planned.is_ok() ? std::byte{1} : std::byte{0};
  if (!planned.is_ok() && planned.code() != Code::kTransport) stop(schedule, std::move(planned));
}

Status DeviceCall::plan() {
  planned_ = true;
  return offers_.plan(&work_);
}

void DeviceCall::go(Schedule& schedule) {
  explain_kernels(schedule, query_, offers_.staged(), false);
  const Step ran = schedule.task(std::make_unique<Run>(schedule.engine(), *this));
  before_end(schedule, offers_.list_rest(schedule, shm(), ran));
}

void DeviceCall::stop(Schedule& schedule, Status&& why) {
  offers_.unmap();
  schedule.fail(std::move(why).within(fmt::format("{} over GPUs", collective_name(query_.collective))));
}

// What nobody needs to ask the others about begins at once.
void list(const Query& query, Schedule& schedule, const Arguments& arguments, Step end, const DeviceChoice& choice) {
  ShmBuffer& shm = *schedule.team().shm;
  const bool asks = choice.mapped != nullptr;
  if (!asks && is_coscheduled(choice.row->strategy)) return build_coscheduled(*choice.row, query, schedule, arguments);
  if (asks || choice.row->strategy != Strategy::kMessage) {
    return Negotiation::list(std::make_unique<DeviceCall>(query, schedule, arguments, choice), schedule, shm, end);
  }
  const auto first = static_cast<Step>(schedule.steps());
  build_by_messages(query, schedule, arguments, *choice.row);
  order_before(schedule, first, end);
}

}  // namespace

void build_on_devices(const Query& query, Schedule& schedule, const Arguments& arguments) {
  list(query, schedule, arguments, kNoStep, choose_strategy(query, schedule, arguments, true));
}

void build_by_rows(const Query& query, Schedule& schedule, const Arguments& arguments, Step end) {
  list(query, schedule, arguments, end, choose_strategy(query, schedule, arguments, false));
}

void build_by_messages(const Query& query, Schedule& schedule, const Arguments& arguments, const Row& row) {
  explain_strategy(schedule, query, Explained::kMessage, "messages, wherever the data are", &row);
  Query by_messages = query;
  by_messages.shm = false;
  build_on_host(by_messages, schedule, arguments);
}

void build_before(Step end, const Query& query, Schedule& schedule, const Arguments& arguments) {
  const auto first = static_cast<Step>(schedule.steps());
  build_on_host(query, schedule, arguments);
  order_before(schedule, first, end);
}

}  // namespace penstock::coll
