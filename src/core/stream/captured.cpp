#include "core/stream/captured.hpp"

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
  return any_of([&comm](const SharedOperation& operation) { return &operation->comm() == &comm; });
}

Status CapturedRequest::tell(Outcome* outcome) {
  *outcome = kEmptyOutcome;
  return Status::error(
      Code::kRequest,
      "the request is of a call that was captured into a graph: only MPIX_Wait_enqueue or MPIX_Waitall_enqueue in "
      "the same capture can wait for it");
}

}  // namespace penstock::core
