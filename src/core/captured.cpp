#include "core/captured.hpp"

#include <algorithm>
#include <utility>

namespace penstock::core {

// It uses what the recorded call keeps.
SharedOperation CapturedCollective::make() {
  Comm& on = comm().streams->captured();
  Collective made({CallForm::kEnqueued, nullptr});
  list(on, recorded_.recorded->builder, recorded_.recorded->arguments.get(), &made);
  return std::make_shared<StreamCollective>(comm(), on, std::move(made));
}

bool CapturedCalls::uses(const Comm& comm) const noexcept {
  const auto of_comm = [&comm](const Active& active) { return &active.operation->comm() == &comm; };
  return (starting_ && &starting_->comm() == &comm) || std::ranges::any_of(active_, of_comm);
}

bool CapturedCalls::step() {
  bool moved = false;
  while (begin_next()) moved = true;
  return std::erase_if(active_, [this](const Active& active) { return finish(active); }) != 0 || moved;
}

// What cannot begin yet holds up those behind it: messages match in their order.
bool CapturedCalls::begin_next() {
  if (calls_.empty()) return false;
  const std::size_t number = calls_[next_].number;
  if (!starting_) {
    if (!stream_->take_begun(number)) return false;
    starting_ = calls_[next_].does->make();
  }
  if (!starting_->begin()) return false;
  active_.push_back({number, std::exchange(starting_, nullptr)});
  next_ = (next_ + 1) % calls_.size();
  return true;
}

// The failure is told before the stream goes on.
bool CapturedCalls::finish(const Active& active) {
  if (!active.operation->advance()) return false;
  if (!active.operation->status().is_ok()) tell_failure(active.operation->comm(), active.operation->status());
  stream_->end(active.number);
  return true;
}

Status CapturedRequest::tell(Outcome* outcome) {
  *outcome = kEmptyOutcome;
  return Status::error(
      Code::kRequest,
      "the request is of a call that was captured into a graph: only MPIX_Wait_enqueue or MPIX_Waitall_enqueue in "
      "the same capture can wait for it");
}

}  // namespace penstock::core
