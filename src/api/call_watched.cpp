// The part of a call that PENSTOCK_CHECK's watch over calls needs (core/call_watch.hpp).
#include <sys/types.h>
#include <unistd.h>

#include <new>

#include "api/call.hpp"
#include "api/checks.hpp"
#include "core/call_watch.hpp"
#include "core/process.hpp"

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
  core::Process* const process = call.process_or_null();
  if (process == nullptr || core::call_watch_of(*process) == nullptr) return;
  try {
    core::call_watch_of(*process)->begin(function_name(call.function()), this_thread());
  } catch (const std::bad_alloc&) {
    return;  // it goes unwatched
  }
}

void end_watched(const Call& call) noexcept {
  core::Process* const process = call.process_or_null();
  if (process != nullptr && call.locked() && core::call_watch_of(*process) != nullptr)
    core::call_watch_of(*process)->end(this_thread());
}

}  // namespace penstock::api
