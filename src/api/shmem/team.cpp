// Teams, contexts and sessions.
#include "api/shmem/face_team.hpp"

namespace penstock::shmem::face {
namespace {

// This is shmem_team_config_t, with the one field that a mask may name.
struct Config {
  int num_contexts;
};
constexpr long kNumContexts = 1;

TeamRequest request(const Config* config, long mask) {
  if (mask == 0) return {};
  if (config == nullptr || mask != kNumContexts) return {.known = false};
  return {.contexts = config->num_contexts};
}

}  // namespace

PENSTOCK_SHMEM_BODY int penstock_team_my_pe(TeamHandle team) {
  return teams("shmem_team_my_pe").my_pe(team);
}
PENSTOCK_SHMEM_BODY int penstock_team_n_pes(TeamHandle team) {
  return teams("shmem_team_n_pes").n_pes(team);
}
PENSTOCK_SHMEM_BODY int penstock_team_get_config(TeamHandle team, long mask, Config* config) {
  const int contexts = teams("shmem_team_get_config").contexts_of(team);
  if (contexts < 0 || (mask & ~kNumContexts) != 0 || (mask != 0 && config == nullptr)) return -1;
  if (mask != 0) config->num_contexts = contexts;
  return 0;
}
PENSTOCK_SHMEM_BODY int penstock_team_translate_pe(TeamHandle source, int pe, TeamHandle dest) {
  return teams("shmem_team_translate_pe").translate(source, pe, dest);
}
PENSTOCK_SHMEM_BODY int penstock_team_split_strided(TeamHandle parent, int start, int stride, int size, const Config* config,
                                                    long mask, TeamHandle* out) {
  return teams("shmem_team_split_strided").split_strided(parent, start, stride, size, request(config, mask), out);
}
PENSTOCK_SHMEM_BODY int penstock_team_split_2d(TeamHandle parent, int xrange, const Config* x_config, long x_mask,
                                               TeamHandle* x_out, const Config* y_config, long y_mask, TeamHandle* y_out) {
  return teams("shmem_team_split_2d")
      .split_2d(parent, xrange, request(x_config, x_mask), x_out, request(y_config, y_mask), y_out);
}
PENSTOCK_SHMEM_BODY void penstock_team_destroy(TeamHandle team) {
  if (team == kInvalidHandle) return;
  penstock_quiet();
  teams("shmem_team_destroy").destroy(team);
}
PENSTOCK_SHMEM_BODY void* penstock_team_ptr(TeamHandle team, const void* dest, int pe) {
  const int number = teams("shmem_team_ptr").translate(team, pe, kTeamWorld);
  return number < 0 ? nullptr : pointer_to(dest, number);
}

PENSTOCK_SHMEM_BODY int penstock_ctx_create(long options, ContextHandle* context) {
  return teams("shmem_ctx_create").create_context(kTeamWorld, options, context);
}
PENSTOCK_SHMEM_BODY int penstock_team_create_ctx(TeamHandle team, long options, ContextHandle* context) {
  return teams("shmem_team_create_ctx").create_context(team, options, context);
}
PENSTOCK_SHMEM_BODY void penstock_ctx_destroy(ContextHandle context) {
  if (context == kInvalidHandle) return;
  penstock_quiet();
  teams("shmem_ctx_destroy").destroy_context(context);
}
PENSTOCK_SHMEM_BODY int penstock_ctx_get_team(ContextHandle context, TeamHandle* team) {
  *team = teams("shmem_ctx_get_team").team_of(context);
  return context == kInvalidHandle ? -1 : 0;
}

// These calls are hints, which this library does not use.
PENSTOCK_SHMEM_BODY void penstock_ctx_session_start(ContextHandle context, long /*options*/, const void* /*config*/,
                                                    long /*mask*/) {
  if (context != kInvalidHandle) number_among_all("shmem_ctx_session_start", context, 0);
}
PENSTOCK_SHMEM_BODY void penstock_ctx_session_stop(ContextHandle context) {
  if (context != kInvalidHandle) number_among_all("shmem_ctx_session_stop", context, 0);
}

}  // namespace penstock::shmem::face

#include "api/shmem/gen/team.inc"
