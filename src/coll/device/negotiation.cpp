#include "coll/device/negotiation.hpp"

#include "coll/board/programs.hpp"

namespace penstock::coll {
namespace {

// Behind all that the members did after the operation that kept the turn.
class EndTurn final : public Task {
 public:
  explicit EndTurn(Board& board) noexcept : board_(board) {}
  bool advance(Schedule& /*schedule*/) override { return board_.pass_turn(), true; }

 private:
  Board& board_;
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

void list_telling(BoardOp& op, std::initializer_list<Told> lists) {
  const Board& board = op.board();
  std::uint64_t whole = 0;
  for (const Told& told : lists) whole += told.bytes;
  op.reserve(0, whole);
  std::uint64_t at = 0;
  for (const Told& told : lists) {
    if (told.bytes != 0) op.write(0, at, told.from(board.rank()), told.bytes);
    at += told.bytes;
  }
  op.publish(0, whole);
  for (int i = 0; i < board.size(); ++i) {
    if (i == board.rank()) continue;
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
  if (!schedule.done()) call.engine().wait_until([&] { return schedule.done(); });
  return schedule.status().clone();
}

Step list_end(Schedule& schedule, Board& board, Step after) {
  BoardOp& op = schedule.new_board_op(board);
  barrier_on_board(op);
  return schedule.on_board(op, {after});
}

void order_before(Schedule& schedule, Step first, Step end) {
  const auto steps = static_cast<Step>(schedule.steps());
  for (Step step = first; end != kNoStep && step < steps; ++step) schedule.order(step, end);
}

// The team's own board may be used at once.
BoardOp& Negotiation::new_round(Schedule& schedule) const {
  return board_ == schedule.team().board ? schedule.new_board_op() : schedule.new_board_op(*board_);
}

void Negotiation::list(std::unique_ptr<Negotiation> call, Schedule& schedule, Board& board, Step end) {
  Negotiation& made = *call;
  made.board_ = &board;
  const auto first = static_cast<Step>(schedule.steps());
  made.prepare(schedule);
  const auto prepared = static_cast<Step>(schedule.steps());
  BoardOp& round = made.new_round(schedule);
  made.tell(round);
  if (round.at_once()) {
    schedule.on_board(round);
    schedule.hold(std::move(call));
    return made.decide(schedule);
  }
  if (end == kNoStep) round.keep_turn();
  const Step told = schedule.on_board(round);
  for (Step step = first; step < prepared; ++step) schedule.order(step, told);
  const Step own = schedule.task(std::move(call), {told});
  made.end_ = end == kNoStep ? schedule.task(std::make_unique<EndTurn>(board), {own}) : end;
  if (end != kNoStep) schedule.order(own, end);
}

void Negotiation::tell_again(Schedule& schedule, const Told& told) {
  BoardOp& round = new_round(schedule);
  list_telling(round, {told});
  const Step heard = schedule.on_board(round);
  if (heard == kNoStep) return decide(schedule);
  come_back(schedule, heard);
}

Step Negotiation::come_back(Schedule& schedule, Step after) {
  const Step next = schedule.task(std::make_unique<Continuation>(*this), {after});
  before_end(schedule, next);
  return next;
}

}  // namespace penstock::coll
