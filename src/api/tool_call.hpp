// The frame of every entry point of the tool interface: it needs no process object, and calls no error handler.
#pragma once

#include <new>

#include "api/call.hpp"
#include "mpi_t/interface.hpp"

namespace penstock::api {

// Returns the tool interface of this program. It is never destroyed, since tools call until the very end.
[[nodiscard]] mpi_t::Interface& tools();

template <typename Body>
int tool_call_at_any_time(Body&& body) noexcept {
  try {
    std::function<void()> then;
    int code = MPI_SUCCESS;
    {
      mpi_t::Caller caller(tools());
      code = std::forward<Body>(body)(caller);
      then = caller.take_then();
    }
    if (then) then();
    return code;
  } catch (const std::bad_alloc&) {
    return MPI_T_ERR_MEMORY;
  } catch (...) {
    return MPI_ERR_INTERN;
  }
}

template <typename Body>
int tool_call(Body&& body) noexcept {
  return tool_call_at_any_time([&](mpi_t::Caller& caller) {
    return caller.initialized() ? std::forward<Body>(body)(caller) : MPI_T_ERR_NOT_INITIALIZED;
  });
}

}  // namespace penstock::api
