#include "mpi_t/interface.hpp"

#include <utility>

#include "base/log.hpp"
#include "mpi_t/pvar.hpp"

namespace penstock::mpi_t {

Caller::Caller(Interface& tools) : tools_(tools), lock_(tools.mutex_), instance_(tools.find_()) {
  if (instance_ != nullptr) instance_->engine().lock().lock();
}

Caller::~Caller() {
  if (instance_ != nullptr) instance_->engine().lock().leave();
}

const Config& Caller::config() {
  if (instance_ != nullptr) return instance_->config();
  // Values that cannot be used were reported when the interface began, or by MPI_Init.
  if (!tools_.loaded) static_cast<void>(tools_.load().is_ok());
  return tools_.settings.config;
}

Status Interface::load() {
  loaded = true;
  PENSTOCK_TRY(Settings::load(&settings));
  for (const auto& [tunable, value] : changed) {
    PENSTOCK_TRY(settings.config.set(base::tunables()[tunable].name, value));
    settings.origins[tunable] = "MPI_T_cvar_write";
  }
  return Status::ok();
}

std::vector<core::Assigned> Interface::assigned() {
  const std::scoped_lock lock(mutex_);
  std::vector<core::Assigned> out;
  for (const auto& [tunable, value] : changed) out.push_back({base::tunables()[tunable].name, value});
  return out;
}

// A tool's threads may look at the process beside the application's thread: the process's calls take
// the lock from the first call on.
void Interface::join(core::Instance& instance) {
  const std::scoped_lock lock(mutex_);
  proto::EngineLock& engine = instance.engine().lock();
  if (users > 0 && thread_level == MPI_THREAD_MULTIPLE) engine.enable();
  engine.lock();
  listen(instance);
  engine.leave();
}

// If there is no memory, the process's counts and events are lost to tools.
void Interface::part(core::Instance& instance, const std::function<void()>& leave) noexcept {
  try {
    while (pending() && deliver_round(&instance)) {
    }
  } catch (const std::bad_alloc&) {
    pending_->store(false, std::memory_order_relaxed);
  }
  const std::scoped_lock lock(mutex_);
  try {
    keep_counts(*this, instance);
  } catch (const std::bad_alloc&) {
    past.clear();
  }
  loaded = false;
  leave();
}

void Interface::clear() noexcept {
  cvars.clear();
  pvars.clear();
  sessions.clear();
  registrations.clear();
}

}  // namespace penstock::mpi_t
