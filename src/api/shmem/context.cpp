// The forms with a context. Operations are ordered for the whole PE, so a context only
// selects the team whose PE numbers are used.
#include "api/shmem/face_team.hpp"

namespace penstock::shmem::face {

using std::ptrdiff_t;
using std::size_t;

// NOLINTBEGIN(readability-avoid-return-with-void-value)
#include "api/shmem/gen/context_bodies.inc"
// NOLINTEND(readability-avoid-return-with-void-value)

PENSTOCK_SHMEM_BODY void penstock_ctx_fence(ContextHandle context) {
  if (context != kInvalidHandle) penstock_fence();
}
PENSTOCK_SHMEM_BODY void penstock_ctx_quiet(ContextHandle context) {
  if (context != kInvalidHandle) penstock_quiet();
}
PENSTOCK_SHMEM_BODY void penstock_ctx_pe_quiet(ContextHandle context, const int* target_pes, std::size_t npes) {
  for (std::size_t i = 0; context != kInvalidHandle && i < npes; ++i) {
    const int pe = number_among_all("shmem_ctx_pe_quiet", context, target_pes[i]);
    penstock_pe_quiet(&pe, 1);
  }
}

}  // namespace penstock::shmem::face

#include "api/shmem/gen/context.inc"
