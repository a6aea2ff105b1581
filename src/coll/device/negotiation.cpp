#include "coll/device/negotiation.hpp"

#include "coll/shm/programs.hpp"

namespace penstock::coll {
namespace {

// Behind all that the members did after the operation that kept the turn.
class EndTurn final : public Task {
 public:
  explicit EndTurn(ShmBuffer& shm) noexcept : shm_(shm) {}
  bool advance(Schedule& /*schedule*/) override { return shm_.pass_turn(), true; }

 private:
  ShmBuffer& shm_;
};

// Goes on with a call when what it has listed is over.
class Continuation final : public Task {
 public:
  explicit Continuation(Task& call) noexcept : call_(call) {}
  bool advance(Schedule& schedule) override { return call_.advance(schedule); }

 private:
  Task& call_;
};

}  // namespace

void list_telling(ShmProgram& op, std::initializer_list<Told> lists) {
  const ShmBuffer& shm = op.shm();
  std::uint64_t whole = 0;
  for (const Told& told : lists) whole += told.bytes;
  op.reserve(0, whole);
  std::uint64_t at = 0;
  for (const Told& told : lists) {
    if (told.bytes != 0) op.write(0, at, told.from(shm.rank()), told.bytes);
    at += told.bytes;
  }
  op.publish(0, whole);
  for (int i = 0; i < shm.size(); ++i) {
    if (i == shm.rank()) continue;
    at = 0;
    for (const Told& told : lists) {
      if (told.bytes != 0) op.read(0, i, whole, at, {.address = told.from(i)}, told.bytes);
      at += told.bytes;
    }
  }
  op.leave(0);
}

Status tell_by_messages(Schedule& call, std::uint32_t message, const Told& told) {
  if (told.bytes == 0) return Status::ok();
  const Team& team = call.team();
  Schedule schedule(call.engine());
  schedule.reset(team, call.sequence());
  const auto of = [&](int member) { return schedule.packed(told.from(member), told.bytes); };
  for (int i = 1; i < team.size; ++i) {
    const int from = (team.rank + team.size - i) % team.size;
    schedule.recv(of(from), from, message);
  }
  for (int i = 1; i < team.size; ++i) schedule.send(of(team.rank), (team.rank + i) % team.size, message);
  schedule.start(true);
  if (!schedule.done()) call.engine().progress().wait_until([&] { return schedule.done(); });
  return schedule.status().clone();
}

Step list_end(Schedule& schedule, ShmBuffer& shm, Step after) {
  ShmProgram& op = schedule.new_shm_program(shm);
  barrier_on_shm(op);
  return schedule.on_shm(op, {after});
}

void order_before(Schedule& schedule, Step first, Step end) {
  const auto steps = static_cast<Step>(schedule.steps());
  for (Step step = first; end != kNoStep && step < steps; ++step) schedule.order(step, end);
}

// The team's own shared buffer may be used at once.
ShmProgram& Negotiation::new_round(Schedule& schedule) const {
  return shm_ == schedule.team().shm ? schedule.new_shm_program() : schedule.new_shm_program(*shm_);
}

void Negotiation::list(std::unique_ptr<Negotiation> call, Schedule& schedule, ShmBuffer& shm, Step end) {
  Negotiation& made = *call;
  made.shm_ = &shm;
  const auto first = static_cast<Step>(schedule.steps());
  made.prepare(schedule);
  const auto prepared = static_cast<Step>(schedule.steps());
  ShmProgram& round = made.new_round(schedule);
  made.tell(round);
  if (round.at_once()) {
    schedule.on_shm(round);
    schedule.hold(std::move(call));
    return made.decide(schedule);
  }
  if (end == kNoStep) round.keep_turn();
  const Step told = schedule.on_shm(round);
  for (Step step = first; step < prepared; ++step) schedule.order(step, told);
  const Step own = schedule.task(std::move(call), {told});
  made.end_ = end == kNoStep ? schedule.task(std::make_unique<EndTurn>(shm), {own}) : end;
  if (end != kNoStep) schedule.order(own, end);
}

void Negotiation::tell_again(Schedule& schedule, const Told& told) {
  ShmProgram& round = new_round(schedule);
  list_telling(round, {told});
  const Step heard = schedule.on_shm(round);
  if (heard == kNoStep) return decide(schedule);
  come_back(schedule, heard);
}

Step Negotiation::come_back(Schedule& schedule, Step after) {
  const Step next = schedule.task(std::make_unique<Continuation>(*this), {after});
  before_end(schedule, next);
  return next;
}

}  // namespace penstock::coll
