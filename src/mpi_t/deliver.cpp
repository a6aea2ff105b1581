// Delivers events to callbacks of tools: at the end of calls, without any lock, so that a callback may call any function.
// Times are those of the events.
#include <algorithm>

#include "mpi_t/interface.hpp"

namespace penstock::mpi_t {

const Registration::Callback* Registration::least() const noexcept {
  const auto found = std::ranges::find_if(callbacks, [](const Callback& one) { return one.function != nullptr; });
  return found != callbacks.end() ? &*found : nullptr;
}

void Interface::listen(core::Instance& instance) {
  unsigned wanted = 0;
  registrations.for_each([&](MPI_T_event_registration, const Registration& one) {
    if (one.least() != nullptr) wanted |= 1U << static_cast<unsigned>(one.event);
  });
  instance.engine().events().want(wanted, pending_);
}

// A callback that calls MPI comes here again: the loop that is under way delivers its events.
void Interface::deliver() noexcept {
  if (delivering_.exchange(true, std::memory_order_acquire)) return;
  try {
    while (pending() && deliver_round(nullptr)) {
    }
  } catch (const std::bad_alloc&) {
    pending_->store(false, std::memory_order_relaxed);  // the events that were taken are lost
  }
  delivering_.store(false, std::memory_order_release);
}

// Returns false if no process runs.
bool Interface::deliver_round(core::Instance* parting) {
  observe::Events::Taken taken;
  {
    const std::scoped_lock lock(mutex_);
    core::Instance* instance = parting != nullptr ? parting : find_();
    pending_->store(false, std::memory_order_relaxed);
    if (instance == nullptr) return false;
    const std::scoped_lock engine_lock(instance->engine().lock());
    taken = instance->engine().events().take();
  }
  for (const observe::EventRecord& record : taken.records) tell(record);
  for (std::size_t i = 0; i < taken.lost.size(); ++i) {
    if (taken.lost[i] != 0) tell_lost(static_cast<observe::Event>(i), taken.lost[i]);
  }
  return true;
}

// Looks up each registration anew, because a callback may free registrations, or make some.
void Interface::tell(const observe::EventRecord& record) {
  std::vector<MPI_T_event_registration> listening;
  MPI_T_event_instance instance{};
  {
    const std::scoped_lock lock(mutex_);
    instance = instances.add({record});
    registrations.for_each([&](MPI_T_event_registration handle, const Registration& one) {
      if (one.event == record.event) listening.push_back(handle);
    });
  }
  for (const MPI_T_event_registration handle : listening) {
    Registration::Callback callback;
    {
      const std::scoped_lock lock(mutex_);
      const Registration* found = registrations.find(handle);
      const Registration::Callback* least = found != nullptr ? found->least() : nullptr;
      if (least == nullptr) continue;
      callback = *least;
    }
    callback.function(instance, handle, MPI_T_CB_REQUIRE_NONE, callback.user_data);
  }
  const std::scoped_lock lock(mutex_);
  instances.remove(instance);
}

void Interface::tell_lost(observe::Event event, std::uint64_t count) {
  struct Heir {
    MPI_T_event_registration handle;
    MPI_T_event_dropped_cb_function* function;
    void* user_data;
  };
  std::vector<Heir> heirs;
  {
    const std::scoped_lock lock(mutex_);
    registrations.for_each([&](MPI_T_event_registration handle, const Registration& one) {
      const Registration::Callback* least = one.least();
      if (one.event == event && one.dropped != nullptr && least != nullptr)
        heirs.push_back({handle, one.dropped, least->user_data});
    });
  }
  for (const Heir& heir : heirs) {
    heir.function(static_cast<MPI_Count>(count), heir.handle, 0, MPI_T_CB_REQUIRE_NONE, heir.user_data);
  }
}

}  // namespace penstock::mpi_t
