// A communication context, as the wrappers see it, has the team in whose numbers a call names PEs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace penstock::shmem {

// shmem_ctx_t and shmem_team_t hold a handle: a place in a table in the low bits, and above them how often that place was used
// before, so that a handle of a destroyed object is recognised.
using ContextHandle = std::uintptr_t;
using TeamHandle = std::uintptr_t;
inline constexpr std::uintptr_t kInvalidHandle = 0;
inline constexpr TeamHandle kTeamWorld = 1;
inline constexpr TeamHandle kTeamShared = 2;
inline constexpr ContextHandle kDefaultContext = 1;
inline constexpr unsigned kHandleBits = 16;  // of the place
[[nodiscard]] constexpr std::size_t place_of_handle(std::uintptr_t handle) noexcept {
  return handle & ((std::uintptr_t{1} << kHandleBits) - 1);
}

// Operations are ordered for the whole PE, so a context has no order of its own.
struct Context {
  ContextHandle handle = kInvalidHandle;  // of the context that lives here now
  const int* world = nullptr;             // by number in the team: the number among all PEs
  unsigned size = 0;                      // of the team
  TeamHandle team = kInvalidHandle;
  long options = 0;
};

}  // namespace penstock::shmem
