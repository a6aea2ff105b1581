#include "core/stream_team.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "core/enqueue.hpp"
#include "core/process.hpp"

namespace penstock::core {
namespace {

using Box = StreamGroup::Box;

constexpr std::size_t kMostGroups = 16;  // of a process: their memory stays
constexpr std::uint64_t kAlign = 256;

// What a member says of itself before a communicator has a slot.
constexpr std::uint32_t kCan = 1U << 31;
constexpr std::uint32_t kHasGroup = 1U << 30;
static_assert(StreamGroup::kSlots <= 30);

std::uint64_t words_bytes(const runtime::StreamMeetings& meetings, std::size_t members) {
  return (meetings.bytes(members) + kAlign - 1) / kAlign * kAlign;
}

}  // namespace

runtime::MemberMemory::Exchange exchange_over(Comm& comm) {
  return [&comm](std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) -> Status {
    Datatype* byte = nullptr;
    PENSTOCK_TRY(find_datatype(comm.process(), MPI_BYTE, &byte));
    Collective swap;
    const auto count = static_cast<MPI_Count>(cell);
    PENSTOCK_TRY(make_alltoall(comm, {sent.data(), count, byte}, {got.data(), count, byte}, &swap));
    return run(comm, std::move(swap));
  };
}

StreamGroup::StreamGroup(Process& process, std::vector<int> world, int rank, int device)
    : world_(world),
      members_(world.size()),
      rank_(rank),
      device_(device),
      memory_({process.engine(), std::move(world), rank}),
      stages_(process.engine().accel()) {
  std::iota(members_.begin(), members_.end(), 0);
}

bool StreamGroup::is_of(std::span<const int> world, int device) const noexcept {
  return device == device_ && std::ranges::equal(world, world_);
}

// Where it fails no member frees its memory before all have let go of it.
Status StreamGroup::open(const runtime::MemberMemory::Exchange& exchange) {
  Status staged = stages_.allocate(2 * kSlots * kBoxBytes);
  const std::uint64_t bytes = words_bytes(meetings_, members_.size()) + kSlots * kBoxes * kBoxBytes;
  if (Status opened = memory_.open(std::move(staged), device_, bytes, exchange); !opened.is_ok()) {
    memory_.detach();
    static_cast<void>(memory_.agree(opened, exchange));  // the failure to report is the first
    return opened;
  }
  std::vector<std::uint64_t> places;
  for (std::size_t i = 0; i < members_.size(); ++i) places.push_back(memory_.at(i));
  meetings_.use(places);
  return Status::ok();
}

std::uint64_t StreamGroup::box(std::size_t member, unsigned slot, Box which) const noexcept {
  const std::uint64_t number = std::uint64_t{slot} * kBoxes + static_cast<unsigned>(which);
  return memory_.at(member) + words_bytes(meetings_, members_.size()) + number * kBoxBytes;
}

std::byte* StreamGroup::stage(unsigned slot, bool in) const noexcept {
  return stages_.data() + (2 * std::uint64_t{slot} + (in ? 1 : 0)) * kBoxBytes;
}

Status StreamTeam::find(Comm& comm, int device, Status&& mine, std::unique_ptr<StreamTeam>* out) {
  Process& process = comm.process();
  const runtime::MemberMemory::Exchange exchange = exchange_over(comm);
  const auto members = static_cast<std::size_t>(comm.size());
  const auto world = comm.group().world();
  auto& groups = process.streams->groups();
  const auto known = std::ranges::find_if(groups, [&](const auto& group) { return group->is_of(world, device); });
  std::shared_ptr<StreamGroup> group = known == groups.end() ? nullptr : *known;
  if (mine.is_ok() && !group && groups.size() >= kMostGroups) {
    mine = Status::error(Code::kUnsupported, "{} groups of ranks have communicators with streams", kMostGroups);
  }
  const std::uint32_t says = (mine.is_ok() ? kCan : 0) | (group ? kHasGroup | group->free_slots() : 0);
  const std::vector<std::uint32_t> sent(members, says);
  std::vector<std::uint32_t> got(members);
  PENSTOCK_TRY(exchange(std::as_bytes(std::span(sent)), std::as_writable_bytes(std::span(got)), sizeof says));
  const std::uint32_t all = std::reduce(got.begin(), got.end(), ~0U, std::bit_and<>());
  if ((all & kCan) == 0) {
    if (!mine.is_ok()) process.log().info("collectives on streams go by the CPU: {}", mine.message());
    return Status::ok();
  }
  if ((all & kHasGroup) == 0) {
    group = std::make_shared<StreamGroup>(process, std::vector<int>(world.begin(), world.end()), comm.rank(), device);
    if (Status opened = group->open(exchange); !opened.is_ok()) {
      process.log().info("collectives on streams go by the CPU: {}", opened.message());
      return Status::ok();
    }
    groups.insert(groups.begin(), group);
  }
  const std::uint32_t slots = (all & kHasGroup) == 0 ? group->free_slots() : all & (kHasGroup - 1);
  if (slots == 0) return Status::ok();
  const auto slot = static_cast<unsigned>(std::countr_zero(slots));
  group->take(slot);
  *out = std::make_unique<StreamTeam>(std::move(group), slot);
  process.log().info("barriers and reductions of up to {} bytes on streams of {} ranks go from GPU to GPU",
                     StreamGroup::kBoxBytes, members);
  return Status::ok();
}

// What one call gives the stream: operands into this member's box, a meeting, a kernel that folds the boxes of all, and in a
// graph the second half of the meeting, without which the next replay might write to a box that somebody still reads.
struct StreamTeam::Plan {
  const void* source = nullptr;  // for the box; null: a meeting alone
  void* box = nullptr;
  std::uint64_t bytes = 0;
  kernels::Folding folding;
  std::uint64_t count = 0;
  std::vector<std::uint64_t> boxes;
  std::uint64_t folded = 0;       // where the result goes; 0: nowhere
  void* result = nullptr;         // whereto it is copied from there; null: nowhere
  std::byte* stage_in = nullptr;  // pageable memory goes through these
  std::byte* stage_out = nullptr;
  runtime::StreamMeetings::Operations arrive;
  runtime::StreamMeetings::Operations leave;
};

void StreamTeam::plan_meeting(bool captured, Plan* out) {
  using Part = runtime::StreamMeetings::Half;
  runtime::StreamMeetings& meetings = group_->meetings();
  const int me = group_->rank();
  if (!captured) {
    static_cast<void>(meetings.meet(slot_, group_->members(), me, &out->arrive));  // all are somewhere
    return;
  }
  static_cast<void>(meetings.meet_again_and_again(slot_, group_->members(), me, Part::kArrive, &out->arrive));
  static_cast<void>(meetings.meet_again_and_again(slot_, group_->members(), me, Part::kLeave, &out->leave));
}

// The driver copies pageable memory in the call that asks for it, not when the stream comes there; so the CPU does that copy.
Status StreamTeam::make_plan(Comm& comm, const StreamTurn& turn, const StreamReduction& reduction, Plan* out) {
  accel::Accel& accel = comm.process().job().accel();
  accel::Memory from;
  accel::Memory to;
  PENSTOCK_TRY(accel.query(reduction.send, &from));
  if (reduction.recv != nullptr) PENSTOCK_TRY(accel.query(reduction.recv, &to));
  const Box turns = odd_ ? Box::kOdd : Box::kEven;
  const Box box = turn.captures() ? Box::kCaptured : turns;
  const auto me = static_cast<std::size_t>(group_->rank());
  out->bytes = reduction.bytes;
  out->count = reduction.count;
  out->folding = reduction.folding;
  if (from.kind == accel::MemoryKind::kHost) out->stage_in = group_->stage(slot_, true);
  out->source = out->stage_in != nullptr ? out->stage_in : reduction.send;
  out->box = reinterpret_cast<void*>(group_->box(me, slot_, box));
  for (std::size_t i = 0; i < group_->members().size(); ++i) out->boxes.push_back(group_->box(i, slot_, box));
  if (reduction.recv == nullptr) return Status::ok();
  const auto place = reinterpret_cast<std::uint64_t>(reduction.recv);
  const bool direct =
      to.kind == accel::MemoryKind::kDevice && to.device == group_->device() && place % reduction.folding.element_bytes == 0;
  out->folded = direct ? place : group_->box(me, slot_, Box::kResult);
  if (to.kind == accel::MemoryKind::kHost) out->stage_out = group_->stage(slot_, false);
  if (!direct) out->result = out->stage_out != nullptr ? out->stage_out : reduction.recv;
  return Status::ok();
}

Status StreamTeam::run(const Process& process, const Plan& plan, accel::ProgramQueue& queue) const {
  if (plan.source != nullptr) PENSTOCK_TRY(queue.copy(plan.box, plan.source, plan.bytes));
  PENSTOCK_TRY(queue.operate(plan.arrive));
  if (plan.folded != 0) {
    accel::Ticket ticket;
    const std::uint64_t targets[] = {plan.folded};
    PENSTOCK_TRY(kernels::fold(process.config(), queue,
                               {plan.folding, kernels::FoldForm::kTotal, plan.count, plan.boxes, targets},
                               static_cast<unsigned>(queue.limits().multiprocessors), &ticket));
  }
  if (!plan.leave.empty()) PENSTOCK_TRY(queue.operate(plan.leave));
  if (plan.result == nullptr) return Status::ok();
  return queue.copy(plan.result, reinterpret_cast<const void*>(plan.folded), plan.bytes);
}

Status StreamTeam::meet(Comm& comm, StreamTurn& turn) {
  Plan plan;
  plan_meeting(turn.captures(), &plan);
  return turn.on_device(comm, [&](accel::ProgramQueue& queue) { return run(comm.process(), plan, queue); });
}

Status StreamTeam::reduce(Comm& comm, StreamTurn& turn, const StreamReduction& reduction) {
  Plan plan;
  PENSTOCK_TRY(make_plan(comm, turn, reduction, &plan));
  if (std::byte* const stage = plan.stage_in) {
    PENSTOCK_TRY(turn.on_host(comm, [stage, from = reduction.send, bytes = plan.bytes] { std::memcpy(stage, from, bytes); }));
  }
  plan_meeting(turn.captures(), &plan);
  if (!turn.captures()) odd_ = !odd_;
  PENSTOCK_TRY(turn.on_device(comm, [&](accel::ProgramQueue& queue) { return run(comm.process(), plan, queue); }));
  std::byte* const stage = plan.stage_out;
  if (stage == nullptr) return Status::ok();
  return turn.on_host(comm, [stage, to = reduction.recv, bytes = plan.bytes] { std::memcpy(to, stage, bytes); });
}

namespace {

// Null where the collective goes by the CPU. PENSTOCK_CHECK compares what ranks say of their arguments, which streams cannot.
StreamTeam* team_of(Comm& comm) {
  return comm.streams && !comm.process().job().checks() ? comm.streams->team() : nullptr;
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
