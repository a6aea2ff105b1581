#include "core/stream/messages.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/p2p.hpp"
#include "core/type/pack.hpp"

namespace penstock::core {

void GivenMessages::add(const SharedGiven& given) {
  ++unanswered_;
  if (spare_.empty()) {
    given_.emplace(given->data, given);
    return;
  }
  Map::node_type node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = given->data;
  node.mapped() = given;
  given_.insert(std::move(node));
}

void GivenMessages::reached(const SharedGiven& given) {
  given->there = true;
  if (given->answer == Given::Answer::kWanted) wanted_.push_back(given);
}

void GivenMessages::promise_taken(int peer, proto::Context data) {
  const auto found = given_.find(data);
  if (found == given_.end() || found->second->peer != peer || !found->second->awaits_answer()) return;
  found->second->answer = Given::Answer::kTaken;
  left_.push_back(std::move(found->second->comm));
  --unanswered_;
}

// Of one that was not taken: its receiver waits for the message itself, which goes out once it is there.
void GivenMessages::promise_place_free(int peer, proto::Context data) {
  const auto found = given_.find(data);
  if (found == given_.end() || found->second->peer != peer) return;
  const SharedGiven given = std::move(found->second);
  spare_.push_back(given_.extract(found));
  if (!given->awaits_answer()) return;
  given->answer = Given::Answer::kWanted;
  --unanswered_;
  if (given->there) wanted_.push_back(given);
}

void GivenMessages::list_awaited(std::vector<int>* out) const {
  for (const auto& [data, given] : given_) {
    if (given->awaits_answer() && (out->empty() || out->back() != given->peer)) out->push_back(given->peer);
  }
}

// The boxes stay lent: the GPU of the lost rank is gone, and kernels may yet write there.
void GivenMessages::promises_lost(int peer, const Status& why) {
  std::erase_if(given_, [&](const auto& each) {
    Given& given = *each.second;
    if (given.peer != peer) return false;
    given.lent = false;
    if (given.awaits_answer()) {
      --unanswered_;
      tell_failure(*given.comm, why);
      left_.push_back(std::move(given.comm));
    }
    return true;
  });
}

// True once it is over. The stream may tell that it has come here before the last packets of the copy have.
bool GivenMessages::send(Given& given) {
  Comm& comm = *given.comm;
  Status done;
  if (given.sending == nullptr) {
    given.message.resize(given.bytes);
    if (!kernels::find_message(given.box.copy, given.box.place.number, given.message)) return false;
    done = comm.instance().engine().messages().send({given.message.data(), given.bytes, &byte_layout()}, given.peer, given.tag,
                                                    given.data, proto::SendMode::kStandard, &given.sending);
  }
  if (done.is_ok() && !given.sending->done()) return false;
  if (done.is_ok()) done = status_of(*given.sending);
  if (!done.is_ok()) tell_failure(comm, done);
  return true;
}

// What is sent may let others be added behind.
bool GivenMessages::step() {
  left_.clear();
  bool moved = false;
  for (std::size_t i = 0; i < wanted_.size();) {
    const SharedGiven given = wanted_[i];
    if (!send(*given)) {
      ++i;
      continue;
    }
    wanted_[i] = std::move(wanted_.back());
    wanted_.pop_back();
    moved = true;
  }
  return moved;
}

bool GivenMessages::uses(const Comm& comm) const noexcept {
  const auto of_comm = [&comm](const Given& given) { return given.comm.get() == &comm; };
  return std::ranges::any_of(given_, [&](const auto& each) { return of_comm(*each.second); }) ||
         std::ranges::any_of(wanted_, [&](const SharedGiven& given) { return of_comm(*given); });
}

bool StreamGive::begin() {
  streams_of(comm().instance())->given().reached(given_);
  return true;
}

Status TakenMessage::match() {
  Status matched = recv_.match();
  if (matched.is_ok()) return matched;
  by_ = By::kCpu;
  left_ = true;
  if (card_ != nullptr) kernels::let_leave(card_);
  return matched;
}

bool TakenMessage::take_card(LateStatus status) {
  card_ = group_->messages().take_card();
  status_ = status;
  return card_ != nullptr;
}

void TakenMessage::drop_card() noexcept {
  if (card_ != nullptr) group_->messages().give_back(std::exchange(card_, nullptr));
}

kernels::TakenMessage TakenMessage::for_kernel() const noexcept {
  return {reinterpret_cast<std::uint64_t>(card_), group_->messages().first_box(), reinterpret_cast<std::uint64_t>(address_),
          bytes_};
}

// A message that is too long is the CPU's to cut.
bool TakenMessage::find_box(std::uint32_t* box) {
  const proto::Operation& expecting = *recv_.expecting();
  if (!expecting.status().is_ok() || !streams_of(comm().instance())->matching().find_place(expecting, &message_)) return false;
  const int from = comm().peers().rank_of(message_.source);
  return message_.bytes <= bytes_ && from >= 0 && group_->messages().find(static_cast<std::size_t>(from), message_.place, box);
}

// What the program may look at once the stream is through is written before the kernel can be.
void TakenMessage::take(std::uint32_t box) {
  by_ = By::kKernel;
  if (Status told = recv_.leave_in_place(); !told.is_ok()) return leave(kEmptyOutcome, told);
  status_.set({comm().peers().rank_of(message_.source), message_.tag, message_.bytes, false});
  kernels::fill_card(card_, box, static_cast<std::uint32_t>(message_.bytes), message_.place.number);
}

bool TakenMessage::decide() {
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

bool TakenMessage::decide_for_cpu(bool host_waits) {
  std::uint32_t box = 0;
  if (by_ == By::kNobody && recv_.expecting()->done() && (host_waits || !find_box(&box))) by_ = By::kCpu;
  return by_ == By::kCpu;
}

// A sender that ended between its promise and its stream's coming there sends no packets.
void TakenMessage::look_for_loss() {
  const bool waits = by_ == By::kKernel && !left_;
  const Status* const why = waits ? comm().instance().engine().membership().loss_of(message_.source) : nullptr;
  if (why == nullptr) return;
  left_ = true;
  kernels::stop_waiting(card_);
  tell_failure(comm(), *why);
}

void TakenMessage::leave(const Outcome& outcome, const Status& status) {
  left_ = true;
  if (card_ == nullptr) return;
  status_.set(outcome);
  if (!status.is_ok()) tell_failure(comm(), status);
  kernels::let_leave(card_);
}

bool TakenMessage::move() {
  if (by_ == By::kKernel || left_) return true;
  if (!recv_.advance()) return false;
  leave(recv_.outcome(), recv_.status());
  return true;
}

// Where it cannot be told that the box is free, the sender is lost.
void TakenMessage::end() {
  if (by_ == By::kKernel) static_cast<void>(streams_of(comm().instance())->matching().free_place(message_));
  drop_card();
  ended_ = true;
}

bool StreamTake::decide() {
  bool all = true;
  for (const SharedMessage& message : messages_) all &= message->decide();
  return all;
}

bool StreamTake::move() {
  for (const SharedMessage& message : messages_) {
    if (message->decide()) message->move();
  }
  if (!accel::has_reached(stream_.told(), passed_)) {
    for (const SharedMessage& message : messages_) message->look_for_loss();
    return false;
  }
  for (const SharedMessage& message : messages_) message->end();
  end(kEmptyOutcome, Status::ok());
  return true;
}

// Given to a kernel, it is over when that has left.
bool StreamLater::move() {
  if (message_->ended()) {
    end(kEmptyOutcome, Status::ok());
    return true;
  }
  if (message_->has_card() || !message_->decide_for_cpu(host_waits_) || !message_->move()) return false;
  end(message_->outcome(), message_->status().clone());
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
         comm.instance().job().accel().query(half.buffer.address, &memory).is_ok() &&
         memory.kind == accel::MemoryKind::kDevice && memory.device == group.device();
}

std::uint64_t address_of(const void* memory) noexcept {
  return reinterpret_cast<std::uint64_t>(memory);
}

// The kernel comes first: without it there must be no promise of a box.
Status give(Comm& comm, StreamTurn& turn, const Half& half, const SharedGiven& given, SharedOperation* out) {
  Streams& streams = *streams_of(comm.instance());
  const std::uint64_t bytes = given->bytes;
  kernels::GivenMessage message{.from = address_of(half.buffer.address),
                                .packets = given->box.packets,
                                .copy = address_of(given->box.copy),
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
  auto operation = std::make_shared<StreamGive>(comm, given);
  if (out != nullptr) *out = operation;
  turn.add(std::move(operation));
  return Status::ok();
}

// One kernel for so many as it takes. A failure leaves the messages as they were.
Status take_some(StreamTurn& turn, std::span<const SharedMessage> messages) {
  std::array<kernels::TakenMessage, kernels::kMostTaken> parts;
  const std::span taken = std::span(parts).first(messages.size());
  std::ranges::transform(messages, taken.begin(), [](const SharedMessage& message) { return message->for_kernel(); });
  accel::ProgramStream& stream = turn.queue()->stream();
  const std::uint32_t held = stream.next_hold();
  StreamTurn::Tells tells[2];
  Status launched = turn.by_kernel(tells, [&](accel::ProgramQueue& queue) {
    return kernels::take_messages(queue, {taken, {tells[0].word, tells[0].number}, {tells[1].word, tells[1].number}});
  });
  if (!launched.is_ok()) {
    for (const SharedMessage& message : messages) message->drop_card();
    turn.end_hold(held, {});
    return launched;
  }
  const auto taking =
      std::make_shared<StreamTake>(std::vector<SharedMessage>(messages.begin(), messages.end()), stream, tells[1].number);
  turn.add(taking);
  turn.end_hold(held, taking);
  return Status::ok();
}

}  // namespace

Status take_on_device(StreamTurn& turn, std::span<const SharedMessage> messages) {
  for (std::size_t first = 0; first < messages.size(); first += kernels::kMostTaken) {
    const auto some = messages.subspan(first, std::min<std::size_t>(kernels::kMostTaken, messages.size() - first));
    if (Status taken = take_some(turn, some); !taken.is_ok()) {
      for (const SharedMessage& message : messages.subspan(first)) message->drop_card();
      return taken;
    }
  }
  return Status::ok();
}

bool send_on_device(Comm& comm, StreamTurn& turn, const Half& half, SharedOperation* out, Status* done) {
  StreamTeam* const team = team_of(comm);
  if (team == nullptr || !is_small(comm, *team->group(), half)) return false;
  const int peer = comm.peers().world_rank(half.peer);
  if (comm.instance().engine().membership().loss_of(peer) != nullptr) return false;  // which the CPU's form tells
  const auto given = std::make_shared<Given>(comm, team->group());
  given->lent = team->group()->messages().take(static_cast<std::size_t>(half.peer), &given->box);
  if (!given->lent) return false;
  given->peer = peer;
  given->tag = half.tag;
  given->bytes = half.buffer.bytes();
  *done = give(comm, turn, half, given, out);
  return true;
}

bool recv_on_device(Comm& comm, StreamTurn& turn, const Half& half, LateStatus status, SharedOperation* out, Status* done) {
  StreamTeam* const team = team_of(comm);
  if (team == nullptr || !is_small(comm, *team->group(), half)) return false;
  const auto message = std::make_shared<TakenMessage>(comm, half, team->group());
  if (out == nullptr && !message->take_card(status)) return false;
  *done = out == nullptr ? take_on_device(turn, {&message, 1}) : turn.mark();
  if (done->is_ok()) *done = message->match();
  if (!done->is_ok() || out == nullptr) return true;
  *out = std::make_shared<StreamLater>(comm, message);
  turn.add(*out);
  return true;
}

}  // namespace penstock::core
