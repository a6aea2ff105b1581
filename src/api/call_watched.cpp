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

// The number is cached, since asking the system each time would be most of the cost of a checked call.
pid_t this_thread() noexcept {
  thread_local const pid_t number = gettid();
  return number;
}

}  // namespace

// A process object that was ended by the call is not accessed any more.
void begin_watched(const Call& call) noexcept {
  core::Instance* const instance = call.instance_or_null();
  if (instance == nullptr || core::call_watch_of(*instance) == nullptr) return;
  try {
    core::call_watch_of(*instance)->begin(function_name(call.function()), this_thread());
  } catch (const std::bad_alloc&) {
    return;  // the call is not watched
  }
}

void end_watched(const Call& call) noexcept {
  core::Instance* const instance = call.instance_or_null();
  if (instance != nullptr && call.locked() && core::call_watch_of(*instance) != nullptr)
    core::call_watch_of(*instance)->end(this_thread());
}

}  // namespace penstock::api
