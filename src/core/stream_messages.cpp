#include "core/stream_messages.hpp"

#include <utility>

#include "core/p2p.hpp"
#include "core/pack.hpp"
#include "core/process.hpp"

namespace penstock::core {

// Where it cannot be told the receiver is lost.
void GivenMessages::promise_taken(int peer, proto::Context data) {
  const auto found = given_.find(data);
  if (found == given_.end() || found->second->peer != peer) return;
  Given& given = *found->second;
  given.taken = true;
  if (given.sent) static_cast<void>(matching_.tell_sent_twice(peer, given.tag, data));
}

void GivenMessages::promise_place_free(int peer, proto::Context data) {
  const auto found = given_.find(data);
  if (found != given_.end() && found->second->peer == peer) given_.erase(found);
}

StreamGive::~StreamGive() {
  drop(sending_);
}

void StreamGive::end_with(const Status& status) {
  if (!status.is_ok()) tell_failure(comm(), status);
  end(kEmptyOutcome, Status::ok());
}

bool StreamGive::begin() {
  if (given_->taken) return true;
  given_->sent = true;
  Status begun = comm().process().engine().send({given_->box.plain, bytes_, &byte_layout()}, given_->peer, given_->tag,
                                                given_->data, proto::SendMode::kStandard, &sending_);
  if (!begun.is_ok()) end_with(begun);
  return true;
}

bool StreamGive::move() {
  if (sending_ == nullptr) return true;
  if (!sending_->done()) return false;
  end_with(status_of(*sending_));
  drop(sending_);
  return true;
}

Status StreamTake::match() {
  Status matched = recv_.match();
  if (matched.is_ok()) return matched;
  by_ = By::kCpu;
  left_ = true;
  kernels::let_leave(card_);
  return matched;
}

// A message that is too long is the CPU's to cut.
bool StreamTake::find_box(std::uint32_t* box) {
  const proto::Operation& expecting = *recv_.expecting();
  if (!expecting.status().is_ok() || !comm().process().streams->matching().find_place(expecting, &message_)) return false;
  const int from = comm().peers().rank_of(message_.source);
  return message_.bytes <= bytes_ && from >= 0 && group_->messages().find(static_cast<std::size_t>(from), message_.place, box);
}

// What the program may look at once the stream is through is written before the kernel can be.
void StreamTake::take(std::uint32_t box) {
  by_ = By::kKernel;
  if (Status told = recv_.leave_in_place(); !told.is_ok()) return leave(kEmptyOutcome, told);
  if (status_ != nullptr) write_status({comm().peers().rank_of(message_.source), message_.tag, message_.bytes, false}, status_);
  kernels::fill_card(card_, box, static_cast<std::uint32_t>(message_.bytes), message_.place.number);
}

bool StreamTake::decide() {
  if (by_ != By::kNobody) return true;
  if (!recv_.expecting()->done()) return false;
  std::uint32_t box = 0;
  if (find_box(&box)) {
    take(box);
  } else {
    by_ = By::kCpu;
  }
  return true;
}

// A sender that ended between its promise and its stream's coming there sends no packets.
void StreamTake::look_for_loss() {
  const Status* const why = left_ ? nullptr : comm().process().engine().loss_of(message_.source);
  if (why == nullptr) return;
  left_ = true;
  kernels::stop_waiting(card_);
  tell_failure(comm(), *why);
}

void StreamTake::leave(const Outcome& outcome, const Status& status) {
  left_ = true;
  if (status_ != nullptr) write_status(outcome, status_);
  if (!status.is_ok()) tell_failure(comm(), status);
  kernels::let_leave(card_);
}

bool StreamTake::move() {
  if (!decide()) return false;
  if (by_ == By::kCpu && !left_) {
    if (!recv_.advance()) return false;
    leave(recv_.outcome(), recv_.status());
  }
  if (!accel::has_reached(stream_->told(), passed_)) {
    if (by_ == By::kKernel) look_for_loss();
    return false;
  }
  if (by_ == By::kKernel) static_cast<void>(comm().process().streams->matching().free_place(message_));
  end(kEmptyOutcome, Status::ok());
  return true;
}

namespace {

// Null where messages of the communicator go by the CPU.
StreamTeam* team_of(const Comm& comm) {
  StreamTeam* const team = comm.streams ? comm.streams->team() : nullptr;
  return team != nullptr && !team->group()->messages().empty() ? team : nullptr;
}

// Kernels of the group's GPU may move it.
bool is_small(const Comm& comm, const StreamGroup& group, const Half& half) {
  const std::uint64_t bytes = half.buffer.bytes();
  if (half.peer == MPI_PROC_NULL || half.peer == comm.rank() || bytes == 0 || bytes > kernels::kMostMessageBytes) return false;
  accel::Memory memory;
  return half.buffer.layout->is_contiguous(half.buffer.count) &&
         comm.process().job().accel().query(half.buffer.address, &memory).is_ok() &&
         memory.kind == accel::MemoryKind::kDevice && memory.device == group.device();
}

std::uint64_t address_of(const void* memory) noexcept {
  return reinterpret_cast<std::uint64_t>(memory);
}

// The kernel comes first: without it there must be no promise of a box.
Status give(Comm& comm, StreamTurn& turn, const Half& out, const std::shared_ptr<Given>& given) {
  Streams& streams = *comm.process().streams;
  const std::uint64_t bytes = out.buffer.bytes();
  kernels::GivenMessage message{.from = address_of(out.buffer.address),
                                .packets = given->box.packets,
                                .plain = address_of(given->box.plain),
                                .bytes = bytes,
                                .number = given->box.place.number};
  StreamTurn::Tells told[1];
  PENSTOCK_TRY(turn.by_kernel(told, [&](accel::ProgramQueue& queue) {
    message.told = {told[0].word, told[0].number};
    return kernels::give_message(queue, message);
  }));
  if (Status promised =
          streams.matching().promise(given->peer, given->tag, comm.context(), bytes, given->box.place, &given->data);
      !promised.is_ok()) {
    given->lent = false;  // the kernel will write there, nobody knows when
    return promised;
  }
  streams.given().add(given);
  turn.add(std::make_shared<StreamGive>(comm, given, bytes));
  return Status::ok();
}

Status take(Comm& comm, StreamTurn& turn, const Half& in, kernels::MessageCard* card, MPI_Status* status) {
  const std::shared_ptr<StreamGroup>& group = comm.streams->team()->group();
  const auto taking = std::make_shared<StreamTake>(comm, in, group, card, status);
  const std::uint32_t held = turn.queue()->stream().next_hold();
  kernels::TakenMessage message{.card = address_of(card),
                                .boxes = group->messages().boxes(),
                                .to = address_of(in.buffer.address),
                                .capacity = in.buffer.bytes()};
  StreamTurn::Tells tells[2];
  Status launched = turn.by_kernel(tells, [&](accel::ProgramQueue& queue) {
    message.reached = {tells[0].word, tells[0].number};
    message.passed = {tells[1].word, tells[1].number};
    return kernels::take_message(queue, message);
  });
  if (!launched.is_ok()) {
    turn.end_hold(held, {});
    return launched;
  }
  taking->runs_on(turn.queue()->stream(), tells[1].number);
  Status matched = taking->match();
  turn.add(taking);
  turn.end_hold(held, taking);
  return matched;
}

}  // namespace

bool send_on_device(Comm& comm, StreamTurn& turn, const Half& out, Status* done) {
  StreamTeam* const team = team_of(comm);
  if (team == nullptr || !is_small(comm, *team->group(), out)) return false;
  const auto given = std::make_shared<Given>(team->group());
  given->lent = team->group()->messages().take(static_cast<std::size_t>(out.peer), &given->box);
  if (!given->lent) return false;
  given->peer = comm.peers().world_rank(out.peer);
  given->tag = out.tag;
  *done = give(comm, turn, out, given);
  return true;
}

bool recv_on_device(Comm& comm, StreamTurn& turn, const Half& in, MPI_Status* status, Status* done) {
  StreamTeam* const team = team_of(comm);
  if (team == nullptr || !is_small(comm, *team->group(), in)) return false;
  kernels::MessageCard* const card = team->group()->messages().take_card();
  if (card == nullptr) return false;
  *done = take(comm, turn, in, card, status == MPI_STATUS_IGNORE ? nullptr : status);
  return true;
}

}  // namespace penstock::core
