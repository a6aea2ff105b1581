// The part of a call that PENSTOCK_CHECK's watch over calls needs (core/process/call_watch.hpp).
#include <sys/types.h>
#include <unistd.h>

#include <new>

#include "api/call.hpp"
#include "api/checks.hpp"
#include "core/object/instance.hpp"
#include "core/process/call_watch.hpp"

namespace penstock::api {
namespace {

// Asking the system each time would be most of what a checked call costs.
pid_t this_thread() noexcept {
  thread_local const pid_t number = gettid();
  return number;
}

}  // namespace

// A process that has ended in the call is not the call's any more.
void begin_watched(const Call& call) noexcept {
  core::Instance* const instance = call.instance_or_null();
  if (instance == nullptr || core::call_watch_of(*instance) == nullptr) return;
  try {
    core::call_watch_of(*instance)->begin(function_name(call.function()), this_thread());
  } catch (const std::bad_alloc&) {
    return;  // it goes unwatched
  }
}

void end_watched(const Call& call) noexcept {
  core::Instance* const instance = call.instance_or_null();
  if (instance != nullptr && call.locked() && core::call_watch_of(*instance) != nullptr)
    core::call_watch_of(*instance)->end(this_thread());
}

}  // namespace penstock::api
