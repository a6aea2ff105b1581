#include "coll/board/board_op.hpp"

#include <cstring>
#include <utility>

#include "coll/operand/apply.hpp"

namespace penstock::coll {

void BoardOp::reset(Board& board, proto::Engine& engine, const Reduction& reduction) {
  board_ = &board;
  engine_ = &engine;
  reduction_ = reduction;
  steps_.clear();
}

void BoardOp::enter() noexcept {
  next_ = 0;
  operands_.clear();
  status_ = Status();
  ticket_ = board_->take_ticket();
}

void BoardOp::fail(Status&& status) noexcept {
  if (status_.is_ok()) status_ = std::move(status);
}

bool BoardOp::advance() {
  if (!board_->is_turn_of(ticket_)) return false;
  board_->wait_no_more(&watch_);
  for (; next_ < steps_.size(); ++next_) {
    if (perform(steps_[next_])) continue;
    board_->wait_for(&watch_);
    return false;
  }
  board_->pass_turn();
  return true;
}

bool BoardOp::perform(const Step& step) {
  Place& at = place(step.slot);
  switch (step.kind) {
    case Kind::kReserve: at = board_->reserve(step.bytes); return true;
    case Kind::kWrite:
      if (!has_room(step)) return false;
      if (status_.is_ok()) std::memcpy(board_->own(at) + step.offset, step.from, step.bytes);
      return true;
    case Kind::kPublish:
      if (!board_->has_room(at, &watch_)) return false;
      board_->publish(at, step.bytes, !status_.is_ok(), step.member);
      return true;
    case Kind::kAwait: return has_come(step);
    case Kind::kRead:
      if (!has_come(step) || !has_room(step)) return false;
      if (status_.is_ok()) std::memcpy(target(step), board_->of(step.member, at) + step.offset, step.bytes);
      return true;
    case Kind::kFold:
      if (!has_come(step)) return false;
      if (status_.is_ok()) fold(step);
      return true;
    case Kind::kFoldAll:
      if (!have_all_come(step) || !has_room(step)) return false;
      if (status_.is_ok()) fold_all(step);
      operands_.clear();
      return true;
    case Kind::kLeave: board_->leave(at); return true;
  }
  return true;
}

bool BoardOp::has_come(const Step& step, int member) {
  const Place& at = place(step.slot);
  if (!board_->has_come(member, at, &watch_)) return false;
  if (!board_->is_whole(member, at, step.length)) {
    fail(Status::error(Code::kTransport,
                       "rank {} of the communicator has no part of {} bytes in a collective: it failed there, or the ranks "
                       "disagree on counts or types",
                       member, step.length));
  }
  return true;
}

bool BoardOp::have_all_come(const Step& step) {
  for (int member = step.member + static_cast<int>(operands_.size()); member < step.last; ++member) {
    if (!has_come(step, member)) return false;
    operands_.push_back(board_->of(member, place(step.slot)) + step.offset);
  }
  return true;
}

// What is written to this rank's own bytes, by write() or as a target, needs room first.
bool BoardOp::has_room(const Step& step) {
  if (step.kind == Kind::kWrite) return board_->has_room(place(step.slot), &watch_);
  return step.to.slot < 0 || board_->has_room(place(step.to.slot), &watch_);
}

std::byte* BoardOp::target(const Step& step) noexcept {
  return step.to.slot < 0 ? step.to.address : board_->own(place(step.to.slot)) + step.to.offset;
}

void BoardOp::fold_all(const Step& step) {
  base::fold(*reduction_.kernel, target(step), operands_, step.bytes);
}

void BoardOp::fold(const Step& step) {
  apply(*engine_, reduction_, board_->of(step.member, place(step.slot)) + step.offset, target(step), step.bytes);
}

}  // namespace penstock::coll
