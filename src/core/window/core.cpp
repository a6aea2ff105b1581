#include "core/window/core.hpp"

#include <utility>

#include "core/collective/collective.hpp"
#include "core/collective/fast_path.hpp"

namespace penstock::core {

WindowCore::WindowCore(Window& window, Object& object, Ref<Comm> comm, int flavor, WindowHints hints)
    : window_(window),
      object_(object),
      comm_(std::move(comm)),
      rma_(comm_->instance().engine().rma()),
      instance_(comm_->instance()),
      flavor_(flavor),
      hints_(std::move(hints)) {
  if (instance_.checks() != nullptr) checks_ = std::make_unique<WindowChecks>(*comm_, hints_);
}

Status WindowCore::check_rank(int rank) const {
  if (static_cast<unsigned>(rank) < static_cast<unsigned>(size())) [[likely]] {
    return Status::ok();
  }
  return Status::error(Code::kRank, "the rank is {}, outside 0..{} of a window of {}", rank, size() - 1, size());
}

Status WindowCore::check_members() const {
  const proto::Engine& engine = instance_.engine();
  if (engine.membership().loss_of(proto::kAnySource) == nullptr) [[likely]] {
    return Status::ok();
  }
  for (const int world : comm_->group().world()) {
    if (const Status* why = engine.membership().loss_of(world); why != nullptr && world != instance_.rank())
      return why->clone();
  }
  return Status::ok();
}

Status WindowCore::wait_until(const std::function<bool()>& ready) {
  Status lost;
  instance_.engine().progress().wait_until([&] {
    if (ready()) return true;
    if (instance_.engine().membership().loss_of(proto::kAnySource) == nullptr) return false;
    lost = check_members();
    return !lost.is_ok();
  });
  return lost;
}

// If a peer is lost, the engine ends the calls to it.
void WindowCore::finish(const rma::Call& call) {
  if (!call.done()) instance_.engine().progress().wait_until([&] { return call.done(); });
}

Status WindowCore::barrier() {
  Status status;
  if (barrier_at_once(*comm_, &status)) return status;
  Collective collective;
  PENSTOCK_TRY(make_barrier(*comm_, &collective));
  return run(*comm_, std::move(collective));
}

}  // namespace penstock::core
