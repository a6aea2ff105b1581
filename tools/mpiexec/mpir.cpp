#include "mpiexec/mpir.hpp"

#include <list>

// Names, types and values are those of the MPIR document of the MPI Forum. The variables are global
// because debuggers find them by name.
extern "C" {

#define PENSTOCK_MPIR __attribute__((visibility("default"), used))

// NOLINTBEGIN(readability-identifier-naming, cppcoreguidelines-avoid-non-const-global-variables)
struct MPIR_PROCDESC {
  char* host_name;
  char* executable_name;
  int pid;
};
enum { MPIR_NULL = 0, MPIR_DEBUG_SPAWNED = 1, MPIR_DEBUG_ABORTING = 2 };

PENSTOCK_MPIR MPIR_PROCDESC* MPIR_proctable = nullptr;
PENSTOCK_MPIR int MPIR_proctable_size = 0;
PENSTOCK_MPIR volatile int MPIR_being_debugged = 0;
PENSTOCK_MPIR volatile int MPIR_debug_state = MPIR_NULL;
PENSTOCK_MPIR volatile char* MPIR_debug_abort_string = nullptr;
PENSTOCK_MPIR int MPIR_i_am_starter = 1;       // this process is no rank
PENSTOCK_MPIR int MPIR_partial_attach_ok = 1;  // ranks that no debugger attaches to continue by themselves

PENSTOCK_MPIR __attribute__((noinline)) void MPIR_Breakpoint() {
  asm volatile("" ::: "memory");  // keeps the compiler from leaving out calls without an effect
}
// NOLINTEND(readability-identifier-naming, cppcoreguidelines-avoid-non-const-global-variables)

}  // extern "C"

namespace penstock::mpiexec {
namespace {

// Keeps the strings that the table points to for as long as mpiexec runs.
char* keep(const std::string& text) {
  static std::list<std::string> kept;
  return kept.emplace_back(text).data();
}

}  // namespace

void announce_ranks(const std::vector<Acquired>& ranks, const std::string& host) {
  static std::vector<MPIR_PROCDESC> table;
  for (const Acquired& rank : ranks) table.push_back({keep(host), keep(rank.program), rank.pid});
  MPIR_proctable = table.data();
  MPIR_proctable_size = static_cast<int>(table.size());
  MPIR_debug_state = MPIR_DEBUG_SPAWNED;
  MPIR_Breakpoint();
}

void announce_abort(const std::string& why) {
  MPIR_debug_abort_string = keep(why);
  MPIR_debug_state = MPIR_DEBUG_ABORTING;
  MPIR_Breakpoint();
}

}  // namespace penstock::mpiexec
