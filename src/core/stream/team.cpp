#include "core/stream/team.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "accel/program/program_streams.hpp"
#include "core/collective/carrier.hpp"
#include "core/object/instance.hpp"
#include "core/stream/enqueue.hpp"
#include "kernels/ll/team.hpp"

namespace penstock::core {
namespace {

using Box = StreamGroup::Box;

constexpr std::size_t kMostGroups = 16;  // of a process: their memory stays
constexpr std::string_view kTask = "make its part of the memory of streams";
constexpr std::uint64_t kWord = 8;  // what a barrier exchanges

// What a member says of itself before a communicator has a slot.
constexpr std::uint64_t kCan = 1U << 31;
constexpr std::uint64_t kHasGroup = 1U << 30;
static_assert(StreamGroup::kSlots <= 30);
struct Says {
  std::uint64_t can = 0;
  accel::KernelPlace place;
};

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + StreamGroup::kAlign - 1) / StreamGroup::kAlign * StreamGroup::kAlign;
}

// Nobody's kernel has to wait until that of another is gone.
bool run_at_once(std::span<const Says> members) {
  if (members.size() > kernels::kMostExchanging) return false;
  for (const Says& one : members) {
    const auto beside = [&one](const Says& other) {
      return &other == &one || other.place.gpu != one.place.gpu || other.place.mps;
    };
    if (!std::ranges::all_of(members, beside)) return false;
  }
  return true;
}

}  // namespace

StreamGroup::StreamGroup(Instance& instance, std::vector<int> world, int rank, int device, bool at_once)
    : instance_(instance),
      world_(world),
      members_(world.size()),
      rank_(rank),
      device_(device),
      at_once_(at_once),
      memory_({instance.engine(), std::move(world), rank, kTask}),
      packets_(kSlots, members_.size()),
      messages_(instance.engine().accel(), members_.size()),
      stages_(instance.engine().accel()),
      watch_(instance.engine().accel()) {
  std::iota(members_.begin(), members_.end(), 0);
}

bool StreamGroup::is_of(std::span<const int> world, int device) const noexcept {
  return device == device_ && std::ranges::equal(world, world_);
}

std::uint64_t StreamGroup::words_bytes() const noexcept {
  return aligned(meetings_.bytes(members_.size()));
}

// Where it fails no member frees its memory before all have let go of it.
Status StreamGroup::open(runtime::Carrier& carrier) {
  Status staged = stages_.allocate(kStages * kSlots * kBoxBytes);
  if (staged.is_ok()) staged = watch_.allocate(kAlign + words_bytes());
  if (staged.is_ok() && at_once_) staged = messages_.allocate();
  const std::uint64_t boxes_end = words_bytes() + kSlots * kBoxes * kBoxBytes;
  const std::uint64_t bytes = boxes_end + (at_once_ ? aligned(packets_.bytes()) + messages_.bytes() : 0);
  if (Status opened = memory_.open(carrier, std::move(staged), device_, bytes); !opened.is_ok()) {
    memory_.detach();
    static_cast<void>(runtime::all_ok(carrier, opened, kTask));  // the failure to report is the first
    return opened;
  }
  std::vector<std::uint64_t> places;
  for (std::size_t i = 0; i < members_.size(); ++i) places.push_back(memory_.at(i));
  meetings_.use(places);
  for (std::uint64_t& place : places) place += boxes_end;
  if (!at_once_) return Status::ok();
  packets_.use(places, static_cast<std::size_t>(rank_), reinterpret_cast<std::uint64_t>(watch_.data()));
  for (std::uint64_t& place : places) place += aligned(packets_.bytes());
  messages_.use(places, static_cast<std::size_t>(rank_));
  return Status::ok();
}

std::uint64_t StreamGroup::box(std::size_t member, unsigned slot, Box which) const noexcept {
  const std::uint64_t number = std::uint64_t{slot} * kBoxes + static_cast<unsigned>(which);
  return memory_.at(member) + words_bytes() + number * kBoxBytes;
}

std::byte* StreamGroup::stage(unsigned slot, Calls calls, bool in) const noexcept {
  const std::uint64_t number = std::uint64_t{slot} * kStages + 2 * static_cast<unsigned>(calls) + (in ? 1 : 0);
  return stages_.data() + number * kBoxBytes;
}

Status StreamTeam::find(Comm& comm, int device, Status&& mine, std::unique_ptr<StreamTeam>* out) {
  Instance& instance = comm.instance();
  CommCarrier carrier(comm);
  const auto world = comm.group().world();
  auto& groups = streams_of(instance)->groups();
  const auto known = std::ranges::find_if(groups, [&](const auto& group) { return group->is_of(world, device); });
  std::shared_ptr<StreamGroup> group = known == groups.end() ? nullptr : *known;
  if (mine.is_ok() && !group && groups.size() >= kMostGroups) {
    mine = Status::error(Code::kUnsupported, "{} groups of ranks have communicators with streams", kMostGroups);
  }
  Says says;
  if (mine.is_ok()) mine = instance.job().accel().program_streams().find_kernel_place(device, &says.place);
  says.can = (mine.is_ok() ? kCan : 0) | (group ? kHasGroup | group->free_slots() : 0);
  std::vector<Says> got;
  PENSTOCK_TRY(runtime::all_say(carrier, says, &got));
  std::uint64_t all = ~std::uint64_t{0};
  for (const Says& each : got) all &= each.can;
  if ((all & kCan) == 0) {
    if (!mine.is_ok()) instance.log().info("collectives on streams go by the CPU: {}", mine.message());
    return Status::ok();
  }
  if ((all & kHasGroup) == 0) {
    const bool at_once = instance.config().enqueue_device == Config::EnqueueDevice::k1 && run_at_once(got);
    group = std::make_shared<StreamGroup>(instance, std::vector<int>(world.begin(), world.end()), comm.rank(), device, at_once);
    if (Status opened = group->open(carrier); !opened.is_ok()) {
      instance.log().info("collectives on streams go by the CPU: {}", opened.message());
      return Status::ok();
    }
    groups.insert(groups.begin(), group);
  }
  const std::uint64_t slots = (all & kHasGroup) == 0 ? group->free_slots() : all & (kHasGroup - 1);
  if (slots == 0) return Status::ok();
  const auto slot = static_cast<unsigned>(std::countr_zero(slots));
  group->take(slot);
  instance.log().info("barriers and reductions of up to {} bytes on streams of {} ranks go from GPU to GPU, {}",
                      StreamGroup::kBoxBytes, world.size(),
                      group->packets().empty() ? "streams waiting for each other" : "small ones by one kernel on each");
  *out = std::make_unique<StreamTeam>(std::move(group), slot);
  return Status::ok();
}

// What one call gives the stream. Of little data, where kernels run at once: a kernel that exchanges packets with those of the
// others. Else operands into this member's box, a meeting, a kernel that folds the boxes of all, and in a graph the second half
// of the meeting, without which the next replay might write to a box that somebody still reads.
struct StreamTeam::Plan {
  StreamGroup::Calls calls = StreamGroup::Calls::kEnqueued;
  bool packets = false;
  std::uint64_t own = 0;         // memory of this GPU for this member alone
  accel::Memory from;            // of the operand
  const void* source = nullptr;  // what is copied into `box` before; null: nothing
  void* box = nullptr;
  std::uint64_t operand = 0;  // of packets
  std::uint64_t bytes = 0;
  kernels::Folding folding = kernels::copying();
  std::uint64_t count = 0;  // 0: no reduction
  std::vector<std::uint64_t> boxes;
  std::uint64_t folded = 0;       // where the result goes; 0: nowhere
  void* result = nullptr;         // whereto it is copied from there; null: nowhere
  std::byte* stage_in = nullptr;  // pageable memory goes through these
  std::byte* stage_out = nullptr;
  runtime::StreamMeetings::Operations arrive;
  runtime::StreamMeetings::Operations leave;
};

StreamTeam::Plan StreamTeam::new_plan(const StreamTurn& turn, std::uint64_t bytes) const {
  Plan plan;
  plan.calls = turn.captures() ? StreamGroup::Calls::kCaptured : StreamGroup::Calls::kEnqueued;
  plan.packets = !group_->packets().empty() && bytes <= runtime::StreamPackets::kMostBytes;
  plan.own = group_->box(static_cast<std::size_t>(group_->rank()), slot_, turn.captures() ? Box::kOwnCaptured : Box::kOwn);
  plan.operand = plan.own;
  plan.bytes = bytes;
  return plan;
}

void StreamTeam::plan_meeting(Plan* out) {
  using Part = runtime::StreamMeetings::Half;
  if (out->packets) return;
  runtime::StreamMeetings& meetings = group_->meetings();
  const int me = group_->rank();
  if (out->calls == StreamGroup::Calls::kEnqueued) {
    static_cast<void>(meetings.meet(slot_, group_->members(), me, &out->arrive));  // all are somewhere
    return;
  }
  static_cast<void>(meetings.meet_again_and_again(slot_, group_->members(), me, Part::kArrive, &out->arrive));
  static_cast<void>(meetings.meet_again_and_again(slot_, group_->members(), me, Part::kLeave, &out->leave));
}

namespace {

// Kernels of the group's GPU may touch it as elements.
bool is_direct(const StreamGroup& group, const StreamReduction& reduction, const void* address, const accel::Memory& memory) {
  return memory.kind == accel::MemoryKind::kDevice && memory.device == group.device() &&
         reinterpret_cast<std::uint64_t>(address) % reduction.folding.element_bytes == 0;
}

}  // namespace

// The driver copies pageable memory in the call that asks for it, not when the stream comes there; so the CPU does that copy.
Status StreamTeam::plan_operand(accel::Accel& accel, const StreamReduction& reduction, Plan* out) const {
  accel::Memory& from = out->from;
  PENSTOCK_TRY(accel.query(reduction.send, &from));
  const bool direct = out->packets && is_direct(*group_, reduction, reduction.send, from);
  if (direct) out->operand = reinterpret_cast<std::uint64_t>(reduction.send);
  if (direct) return Status::ok();
  if (from.kind == accel::MemoryKind::kHost) out->stage_in = group_->stage(slot_, out->calls, true);
  out->source = out->stage_in != nullptr ? out->stage_in : reduction.send;
  const Box turns = odd_ ? Box::kOdd : Box::kEven;
  const Box box = out->calls == StreamGroup::Calls::kCaptured ? Box::kCaptured : turns;
  for (std::size_t i = 0; i < group_->members().size(); ++i) out->boxes.push_back(group_->box(i, slot_, box));
  out->box = reinterpret_cast<void*>(out->packets ? out->own : out->boxes[static_cast<std::size_t>(group_->rank())]);
  return Status::ok();
}

// A kernel that exchanges packets has a result on every member.
Status StreamTeam::plan_result(accel::Accel& accel, const StreamReduction& reduction, Plan* out) const {
  if (out->packets) out->folded = out->own;
  if (reduction.recv == nullptr) return Status::ok();
  accel::Memory to = out->from;
  if (reduction.recv != reduction.send) PENSTOCK_TRY(accel.query(reduction.recv, &to));
  const bool direct = is_direct(*group_, reduction, reduction.recv, to);
  out->folded = direct ? reinterpret_cast<std::uint64_t>(reduction.recv) : out->own;
  if (direct) return Status::ok();
  if (to.kind == accel::MemoryKind::kHost) out->stage_out = group_->stage(slot_, out->calls, false);
  out->result = out->stage_out != nullptr ? out->stage_out : reduction.recv;
  return Status::ok();
}

Status StreamTeam::make_plan(Comm& comm, const StreamTurn& turn, const StreamReduction& reduction, Plan* out) const {
  *out = new_plan(turn, reduction.bytes);
  out->count = reduction.count;
  out->folding = reduction.folding;
  PENSTOCK_TRY(plan_operand(comm.instance().job().accel(), reduction, out));
  return plan_result(comm.instance().job().accel(), reduction, out);
}

Status StreamTeam::run(const Instance& instance, const Plan& plan, accel::ProgramQueue& queue,
                       const kernels::MessageWord& told) const {
  if (plan.source != nullptr) PENSTOCK_TRY(queue.copy(plan.box, plan.source, plan.bytes));
  PENSTOCK_TRY(plan.packets ? exchange(plan, queue, told) : meet_and_fold(instance, plan, queue));
  if (plan.result == nullptr) return Status::ok();
  return queue.copy(plan.result, reinterpret_cast<const void*>(plan.folded), plan.bytes);
}

// A kernel that is the last of it spares the stream a word of its own, which costs more than the kernel.
Status StreamTeam::run_by(Comm& comm, StreamTurn& turn, const Plan& plan) const {
  const auto ends = plan.packets && plan.result == nullptr ? StreamTurn::Ends::kTelling : StreamTurn::Ends::kSilently;
  return turn.on_device(comm, ends, [&](accel::ProgramQueue& queue, const StreamTurn::Tells& told) {
    return run(comm.instance(), plan, queue, {told.word, told.number});
  });
}

Status StreamTeam::meet_and_fold(const Instance& instance, const Plan& plan, accel::ProgramQueue& queue) const {
  PENSTOCK_TRY(queue.operate(plan.arrive));
  if (plan.folded != 0) {
    accel::Ticket ticket;
    const std::uint64_t targets[] = {plan.folded};
    PENSTOCK_TRY(kernels::fold(instance.config(), queue,
                               {plan.folding, kernels::FoldForm::kTotal, plan.count, plan.boxes, targets},
                               static_cast<unsigned>(queue.limits().multiprocessors), &ticket));
  }
  return plan.leave.empty() ? Status::ok() : queue.operate(plan.leave);
}

// Also of a reduction to one: everybody hears of everybody, so that nobody is two calls ahead of another.
Status StreamTeam::exchange(const Plan& plan, accel::ProgramQueue& queue, const kernels::MessageWord& told) const {
  const runtime::StreamPackets& packets = group_->packets();
  const auto me = static_cast<std::size_t>(group_->rank());
  const std::size_t members = group_->members().size();
  std::array<std::uint64_t, kernels::kMostExchanging> to{};
  for (std::size_t i = 0; i < members; ++i) to[i] = packets.place(slot_, plan.calls, me, i);
  kernels::LlTask counts;
  packets.count(slot_, plan.calls, &counts);
  const std::uint64_t first = packets.place(slot_, plan.calls, 0, me);
  const std::uint64_t step = members > 1 ? packets.place(slot_, plan.calls, 1, me) - first : 0;
  return kernels::ll_team(queue, {.folding = plan.folding,
                                  .abort = counts.abort,
                                  .counter = counts.counter,
                                  .odd = counts.odd,
                                  .operand = plan.operand,
                                  .target = plan.folded,
                                  .bytes = plan.bytes,
                                  .from = first,
                                  .step = step,
                                  .to = std::span(to).first(members),
                                  .me = static_cast<std::uint32_t>(me),
                                  .told = told});
}

Status StreamTeam::meet(Comm& comm, StreamTurn& turn) {
  if (!group_->loss().is_ok()) return group_->loss().clone();
  Plan plan = new_plan(turn, kWord);
  plan_meeting(&plan);
  return run_by(comm, turn, plan);
}

Status StreamTeam::reduce(Comm& comm, StreamTurn& turn, const StreamReduction& reduction) {
  if (!group_->loss().is_ok()) return group_->loss().clone();
  Plan plan;
  PENSTOCK_TRY(make_plan(comm, turn, reduction, &plan));
  if (std::byte* const stage = plan.stage_in) {
    PENSTOCK_TRY(turn.on_host(comm, [stage, from = reduction.send, bytes = plan.bytes] { std::memcpy(stage, from, bytes); }));
  }
  plan_meeting(&plan);
  if (!turn.captures() && !plan.packets) odd_ = !odd_;
  PENSTOCK_TRY(run_by(comm, turn, plan));
  std::byte* const stage = plan.stage_out;
  if (stage == nullptr) return Status::ok();
  return turn.on_host(comm, [stage, to = reduction.recv, bytes = plan.bytes] { std::memcpy(to, stage, bytes); });
}

namespace {

// Null where the collective goes by the CPU. PENSTOCK_CHECK compares what ranks say of their arguments, which streams cannot.
StreamTeam* team_of(Comm& comm) {
  return comm.streams && !comm.instance().job().checks() ? comm.streams->team() : nullptr;
}

bool find_reduction(const Operands& operands, const Op& op, StreamReduction* out) {
  if (operands.type == nullptr || operands.count <= 0 || !operands.type->predefined() || !op.operation()) return false;
  if (!kernels::find_folding(*op.operation(), operands.type->element(), &out->folding)) return false;
  out->count = static_cast<std::uint64_t>(operands.count);
  const std::uint64_t each = std::uint64_t{out->folding.element_bytes} * out->folding.elements_per;
  out->bytes = out->count * each;
  if (out->count > StreamGroup::kBoxBytes / each) return false;
  out->recv = operands.recv;
  out->send = operands.send == MPI_IN_PLACE ? operands.recv : operands.send;
  return true;
}

bool is_buffer(const void* address) {
  return address != nullptr && address != MPI_IN_PLACE;
}

}  // namespace

bool barrier_on_device(Comm& comm, StreamTurn& turn, Status* out) {
  StreamTeam* const team = team_of(comm);
  if (team == nullptr) return false;
  *out = team->meet(comm, turn);
  return true;
}

bool allreduce_on_device(Comm& comm, StreamTurn& turn, const Operands& operands, const Op& op, Status* out) {
  StreamTeam* const team = team_of(comm);
  StreamReduction reduction;
  if (team == nullptr || !find_reduction(operands, op, &reduction)) return false;
  if (!is_buffer(reduction.send) || !is_buffer(reduction.recv) || operands.send == operands.recv) return false;
  *out = team->reduce(comm, turn, reduction);
  return true;
}

bool reduce_on_device(Comm& comm, StreamTurn& turn, const Operands& operands, const Op& op, int root, Status* out) {
  StreamTeam* const team = team_of(comm);
  StreamReduction reduction;
  if (team == nullptr || root < 0 || root >= comm.size() || !find_reduction(operands, op, &reduction)) return false;
  const bool here = comm.rank() == root;
  if (here && (!is_buffer(reduction.recv) || operands.send == operands.recv)) return false;
  if (!here && operands.send == MPI_IN_PLACE) return false;
  if (!here) reduction.recv = nullptr;
  if (!is_buffer(reduction.send)) return false;
  *out = team->reduce(comm, turn, reduction);
  return true;
}

}  // namespace penstock::core
