// The code that the bodies of teams, contexts and collectives share.
#pragma once

#include "api/shmem/face.hpp"
#include "shmem/team_operations.hpp"

extern "C" {
__attribute__((visibility("hidden"))) void penstock_quiet();
__attribute__((visibility("hidden"))) void penstock_fence();
__attribute__((visibility("hidden"))) void penstock_pe_quiet(const int* target_pes, std::size_t npes);
}

namespace penstock::shmem::face {

inline TeamOperations& teams(const char* routine) {
  operations(routine);
  return *view.teams;
}

// Returns the number among all PEs of a PE of the context's team.
inline int number_among_all(const char* routine, ContextHandle context, int pe) {
  if (view.contexts != nullptr) [[likely]] {
    const Context& entry = view.contexts[place_of_handle(context)];
    if (entry.handle == context && static_cast<unsigned>(pe) < entry.size) [[likely]] {
      return entry.world[pe];
    }
  }
  teams(routine).wrong_context(routine, context, pe);
  __builtin_unreachable();
}

}  // namespace penstock::shmem::face
