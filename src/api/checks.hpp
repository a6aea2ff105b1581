// The checks that generated entry points make of their arguments, and the frame around every body.
#pragma once

#include <atomic>
#include <new>
#include <string_view>
#include <utility>

#include "api/call.hpp"
#include "core/process/lookup.hpp"

namespace penstock::api {

// The failing parts are separate functions, so that the passing part is a comparison in the caller.
[[nodiscard]] Status not_running(Function function);
[[nodiscard]] Status negative_count(MPI_Count count, std::string_view name);
[[nodiscard]] Status null_argument(std::string_view name);
[[nodiscard]] Status not_committed(std::string_view name);

[[nodiscard]] inline Status check_running(const Call& call) {
  if (call.instance_or_null() != nullptr) [[likely]] {
    return Status::ok();
  }
  return not_running(call.function());
}

[[nodiscard]] inline Status check_count(MPI_Count count, std::string_view name) {
  if (count >= 0) [[likely]] {
    return Status::ok();
  }
  return negative_count(count, name);
}

[[nodiscard]] inline Status check_pointer(bool is_null, std::string_view name) {
  if (!is_null) [[likely]] {
    return Status::ok();
  }
  return null_argument(name);
}

[[nodiscard]] inline Status check_committed(const core::Datatype& datatype, std::string_view name) {
  if (core::is_committed(datatype)) [[likely]] {
    return Status::ok();
  }
  return not_committed(name);
}

// Called if the datatype of a buffer was not found, with that failure in `failed`: a null handle is replaced
// by a valid type if the call moves nothing.
[[nodiscard, gnu::cold, gnu::noinline]] inline Status stand_in(const Call& call, MPI_Datatype handle, bool nothing_moves,
                                                               Status&& failed, core::Datatype** out) {
  if (handle != MPI_DATATYPE_NULL || !nothing_moves) return std::move(failed);
  return core::stand_in_for_null(call.instance(), function_name(call.function()), out);
}

// Runs a body, and the error handler if the body fails, and returns the MPI error code. No exception leaves it.
template <typename Body>
int caught(Call& call, Body&& body) noexcept {
  try {
    Status status = std::forward<Body>(body)();
    if (status.is_ok()) [[likely]] {
      return MPI_SUCCESS;
    }
    return call.finish(call.hearer(), std::move(status));
  } catch (const std::bad_alloc&) {
    return call.fail(Code::kNoMemory, "no memory is left in this process");
  } catch (...) {
    return call.fail(Code::kInternal, "an exception came out of the library; please report it");
  }
}

// tools_pending: there are events that tools must be told of; tell_tools() tells them (tool_call.cpp).
inline constinit std::atomic<bool> tools_pending{false};
void tell_tools() noexcept;

// For a call that serves its simplest case without a frame. Returns null if the call needs a frame, since there is no process
// object, other threads may call, or a tool must be told of an event.
[[nodiscard]] inline core::Instance* instance_of_one_thread() noexcept {
  core::Instance* const found = instance();
  if (found == nullptr || core::lock_of(*found).enabled() || tools_pending.load(std::memory_order_relaxed)) return nullptr;
  return found;
}

// calls_watched: some process object has a CallWatch, which calls notify by the next two functions (call_watched.cpp).
inline constinit std::atomic<bool> calls_watched{false};
void begin_watched(const Call& call) noexcept;
void end_watched(const Call& call) noexcept;

// Runs a body in the same way with the engine's lock held: the frame of every entry point. No entry point calls another.
template <typename Body>
int guarded(Call& call, Body&& body) noexcept {
  call.lock();
  const bool watched = calls_watched.load(std::memory_order_relaxed);
  if (watched) [[unlikely]] {
    begin_watched(call);
  }
  const int code = caught(call, std::forward<Body>(body));
  if (watched) [[unlikely]] {
    end_watched(call);
  }
  call.unlock();
  if (tools_pending.load(std::memory_order_relaxed)) [[unlikely]] {
    tell_tools();
  }
  return code;
}

}  // namespace penstock::api
