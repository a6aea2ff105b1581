#include "coll/shm/program.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "coll/shm/wait.hpp"

namespace penstock::coll {

void ShmProgram::reset(ShmBuffer& shm, proto::Engine& engine, const Reduction& reduction, bool at_once) {
  shm_ = &shm;
  engine_ = &engine;
  reduction_ = reduction;
  steps_.clear();
  at_once_ = false;
  turn_ = Turn::kOwn;
  if (at_once) enter();
  at_once_ = at_once;
}

void ShmProgram::do_now(const Step& step) {
  while (!perform(step)) wait_for_watch(*shm_, *engine_, &watch_);
}

std::uint64_t ShmProgram::longest() const noexcept {
  std::uint64_t most = 0;
  for (const Step& step : steps_) most = std::max(most, step.bytes);
  return most;
}

void ShmProgram::enter() noexcept {
  if (at_once_) return;
  begin_anew();
  ticket_ = shm_->take_ticket();
}

void ShmProgram::enter_turn() noexcept {
  begin_anew();
  turn_ = Turn::kAnothers;
}

void ShmProgram::begin_anew() noexcept {
  next_ = 0;
  operands_.clear();
  status_ = Status();
}

void ShmProgram::fail(Status&& status) noexcept {
  if (status_.is_ok()) status_ = std::move(status);
}

bool ShmProgram::advance() {
  if (turn_ != Turn::kAnothers && !shm_->is_turn_of(ticket_)) return false;
  shm_->wait_no_more(&watch_);
  for (; next_ < steps_.size(); ++next_) {
    if (perform(steps_[next_]) || (shm_->breaks(*engine_) && perform(steps_[next_]))) continue;
    shm_->wait_for(&watch_);
    return false;
  }
  if (turn_ == Turn::kOwn) shm_->pass_turn();
  return true;
}

bool ShmProgram::perform(const Step& step) {
  Place& at = place(step.slot);
  switch (step.kind) {
    case Kind::kReserve: at = shm_->reserve(step.bytes, step.length); return true;
    case Kind::kWrite:
      if (!has_room(step)) return false;
      if (status_.is_ok()) std::memcpy(shm_->own(at) + step.offset, step.from, step.bytes);
      return true;
    case Kind::kWriteLength:
      if (!has_room(step)) return false;
      if (!shm_->is_broken()) std::memcpy(shm_->own(at) + step.offset, &step.length, sizeof step.length);
      return true;
    case Kind::kCopy:
      if (status_.is_ok()) std::memcpy(step.to.address, step.from, step.bytes);
      return true;
    case Kind::kPublish:
      if (!has_room(at)) return false;
      shm_->publish(at, step.bytes, !status_.is_ok(), step.member);
      return true;
    case Kind::kAwait: return has_come(step);
    case Kind::kRead:
      if (!has_come(step) || !has_room(step)) return false;
      if (status_.is_ok()) std::memcpy(target(step), shm_->of(step.member, at) + step.offset, step.bytes);
      return true;
    case Kind::kReadCell:
      if (!shm_->has_come(step.member, at, &watch_)) return false;
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
    case Kind::kLeave: shm_->leave(at); return true;
  }
  return true;
}

bool ShmProgram::has_come(const Step& step, int member) {
  const Place& at = place(step.slot);
  if (!shm_->has_come(member, at, &watch_)) return false;
  if (!shm_->is_whole(member, at, step.length)) fail(shm_->no_part(*engine_, member, step.length));
  return true;
}

bool ShmProgram::have_all_come(const Step& step) {
  for (int member = step.member + static_cast<int>(operands_.size()); member < step.last; ++member) {
    if (step.from != nullptr && member == shm_->rank()) {
      operands_.push_back(step.from);
      continue;
    }
    if (!has_come(step, member)) return false;
    operands_.push_back(shm_->of(member, place(step.slot)) + step.offset);
  }
  return true;
}

// If members may have given up there may never be room again, and nothing is written.
bool ShmProgram::has_room(const Place& at) {
  if (shm_->is_broken()) fail(shm_->loss().clone());
  return shm_->is_broken() || shm_->has_room(at, &watch_);
}

// Data written to this rank's own bytes, by write() or as a target, need space first.
bool ShmProgram::has_room(const Step& step) {
  if (step.kind == Kind::kWrite || step.kind == Kind::kWriteLength) return has_room(place(step.slot));
  return step.to.slot < 0 || has_room(place(step.to.slot));
}

std::byte* ShmProgram::target(const Step& step) noexcept {
  return step.to.slot < 0 ? step.to.address : shm_->own(place(step.to.slot)) + step.to.offset;
}

void ShmProgram::read_cell(const Step& step) {
  const std::byte* cell = shm_->cell_of(step.member, place(step.slot));
  if (cell == nullptr) return fail(shm_->no_part(*engine_, step.member, step.length));
  std::uint64_t said = 0;
  std::memcpy(&said, cell, sizeof said);
  if (said != step.length) return fail(other_length(step.member, said, step.length));
  if (step.bytes != 0) std::memcpy(step.to.address, cell + ShmBuffer::kLengthBytes, step.bytes);
}

void ShmProgram::fold_all(const Step& step) {
  base::fold(*reduction_.kernel, target(step), operands_, step.bytes);
}

void ShmProgram::fold(const Step& step) {
  reduction_.apply(*engine_, shm_->of(step.member, place(step.slot)) + step.offset, target(step), step.bytes);
}

}  // namespace penstock::coll
