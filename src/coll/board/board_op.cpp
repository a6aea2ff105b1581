#include "coll/board/board_op.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "coll/board/wait.hpp"

namespace penstock::coll {

void BoardOp::reset(Board& board, proto::Engine& engine, const Reduction& reduction, bool at_once) {
  board_ = &board;
  engine_ = &engine;
  reduction_ = reduction;
  steps_.clear();
  at_once_ = false;
  turn_ = Turn::kOwn;
  if (at_once) enter();
  at_once_ = at_once;
}

void BoardOp::do_now(const Step& step) {
  while (!perform(step)) wait_for_watch(*board_, *engine_, &watch_);
}

std::uint64_t BoardOp::longest() const noexcept {
  std::uint64_t most = 0;
  for (const Step& step : steps_) most = std::max(most, step.bytes);
  return most;
}

void BoardOp::enter() noexcept {
  if (at_once_) return;
  begin_anew();
  ticket_ = board_->take_ticket();
}

void BoardOp::enter_turn() noexcept {
  begin_anew();
  turn_ = Turn::kAnothers;
}

void BoardOp::begin_anew() noexcept {
  next_ = 0;
  operands_.clear();
  status_ = Status();
}

void BoardOp::fail(Status&& status) noexcept {
  if (status_.is_ok()) status_ = std::move(status);
}

bool BoardOp::advance() {
  if (turn_ != Turn::kAnothers && !board_->is_turn_of(ticket_)) return false;
  board_->wait_no_more(&watch_);
  for (; next_ < steps_.size(); ++next_) {
    if (perform(steps_[next_])) continue;
    board_->wait_for(&watch_);
    return false;
  }
  if (turn_ == Turn::kOwn) board_->pass_turn();
  return true;
}

bool BoardOp::perform(const Step& step) {
  Place& at = place(step.slot);
  switch (step.kind) {
    case Kind::kReserve: at = board_->reserve(step.bytes, step.length); return true;
    case Kind::kWrite:
      if (!has_room(step)) return false;
      if (status_.is_ok()) std::memcpy(board_->own(at) + step.offset, step.from, step.bytes);
      return true;
    case Kind::kWriteLength:
      if (!has_room(step)) return false;
      std::memcpy(board_->own(at) + step.offset, &step.length, sizeof step.length);
      return true;
    case Kind::kCopy:
      if (status_.is_ok()) std::memcpy(step.to.address, step.from, step.bytes);
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
    case Kind::kReadCell:
      if (!board_->has_come(step.member, at, &watch_)) return false;
      if (status_.is_ok()) read_cell(step);
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
  if (!board_->is_whole(member, at, step.length)) fail(no_part(member, step.length));
  return true;
}

bool BoardOp::have_all_come(const Step& step) {
  for (int member = step.member + static_cast<int>(operands_.size()); member < step.last; ++member) {
    if (step.from != nullptr && member == board_->rank()) {
      operands_.push_back(step.from);
      continue;
    }
    if (!has_come(step, member)) return false;
    operands_.push_back(board_->of(member, place(step.slot)) + step.offset);
  }
  return true;
}

// What is written to this rank's own bytes, by write() or as a target, needs room first.
bool BoardOp::has_room(const Step& step) {
  if (step.kind == Kind::kWrite || step.kind == Kind::kWriteLength) return board_->has_room(place(step.slot), &watch_);
  return step.to.slot < 0 || board_->has_room(place(step.to.slot), &watch_);
}

std::byte* BoardOp::target(const Step& step) noexcept {
  return step.to.slot < 0 ? step.to.address : board_->own(place(step.to.slot)) + step.to.offset;
}

void BoardOp::read_cell(const Step& step) {
  const std::byte* cell = board_->cell_of(step.member, place(step.slot));
  if (cell == nullptr) return fail(no_part(step.member, step.length));
  std::uint64_t said = 0;
  std::memcpy(&said, cell, sizeof said);
  if (said != step.length) return fail(other_length(step.member, said, step.length));
  if (step.bytes != 0) std::memcpy(step.to.address, cell + Board::kLengthBytes, step.bytes);
}

void BoardOp::fold_all(const Step& step) {
  base::fold(*reduction_.kernel, target(step), operands_, step.bytes);
}

void BoardOp::fold(const Step& step) {
  reduction_.apply(*engine_, board_->of(step.member, place(step.slot)) + step.offset, target(step), step.bytes);
}

}  // namespace penstock::coll
