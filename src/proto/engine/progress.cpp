// Rounds of progress, and waiting with progress.
#include "proto/engine/engine_impl.hpp"

namespace penstock::proto {

bool EngineImpl::progress() {
  bool moved = false;
  for (transport::Transport* transport : receiving_) {
    int delivered = 0;
    Status status = transport->progress(p2p_, &delivered);
    if (!status.is_ok()) p2p_.record_failure(std::move(status).within(transport->name()));
    moved |= delivered > 0;
  }
  moved |= p2p_.progress();
  if (!progressors_.empty()) moved |= advance_progressors();
  return moved;
}

// A progressor may add others, and may wait inside advance(): the inner rounds leave the progressors alone.
bool EngineImpl::advance_progressors() {
  if (advancing_) return false;
  advancing_ = true;
  bool moved = false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < progressors_.size(); ++i) {
    Progressor* progressor = progressors_[i];
    if (progressor->advance()) {
      progressors_[kept++] = progressor;
    } else {
      moved = true;
    }
  }
  progressors_.resize(kept);
  advancing_ = false;
  return moved;
}

template <typename Ready>
void EngineImpl::wait_for(Ready&& ready) {
  Spell spell;
  while (!ready()) {
    if (progress()) {
      Waiter::moved(&spell);
      continue;
    }
    // A round that moves nothing may still have ended what is waited for.
    if (ready()) return;
    waiter_.nothing_moved(&spell, {p2p_.needs_polling(), p2p_.needs_polling() ? p2p_.device_expected_ns() : 0});
  }
}

void EngineImpl::wait_until(const std::function<bool()>& ready) {
  wait_for([&ready] { return ready(); });
}

void EngineImpl::wait(const Operation& operation) {
  wait_for([&operation] { return operation.done(); });
}

}  // namespace penstock::proto
