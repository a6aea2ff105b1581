// Barriers and collectives that move data, over teams and over active sets.
#include "api/shmem/face_team.hpp"

namespace penstock::shmem::face {
namespace {

using Kind = CollectiveCall::Kind;

}  // namespace

PENSTOCK_SHMEM_BODY void penstock_barrier_all() {
  penstock_quiet();
  operations("shmem_barrier_all").sync("shmem_barrier_all");
}
PENSTOCK_SHMEM_BODY void penstock_sync_all() {
  operations("shmem_sync_all").sync("shmem_sync_all");
}
PENSTOCK_SHMEM_BODY int penstock_team_sync(TeamHandle team) {
  return teams("shmem_team_sync").collective(team, {.routine = "shmem_team_sync"});
}
// The library synchronises an active set by its own state; pSync is not used.
PENSTOCK_SHMEM_BODY void penstock_sync(int start, int log_stride, int size, long* /*pSync*/) {
  teams("shmem_sync").collective(ActiveSet{start, log_stride, size}, {.routine = "shmem_sync"});
}
PENSTOCK_SHMEM_BODY void penstock_barrier(int start, int log_stride, int size, long* /*pSync*/) {
  penstock_quiet();
  teams("shmem_barrier").collective(ActiveSet{start, log_stride, size}, {.routine = "shmem_barrier"});
}

#define PENSTOCK_SHMEM_MOVES(bytes)                                                                                           \
  PENSTOCK_SHMEM_BODY int penstock_broadcast_b##bytes(TeamHandle team, void* dest, const void* source, std::size_t n,         \
                                                      int root) {                                                             \
    return teams("shmem_broadcast")                                                                                           \
        .collective(team, {"shmem_broadcast", Kind::kBroadcast, dest, source, n, bytes, 1, 1, root});                         \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY int penstock_collect_b##bytes(TeamHandle team, void* dest, const void* source, std::size_t n) {         \
    return teams("shmem_collect").collective(team, {"shmem_collect", Kind::kCollect, dest, source, n, bytes});                \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY int penstock_fcollect_b##bytes(TeamHandle team, void* dest, const void* source, std::size_t n) {        \
    return teams("shmem_fcollect").collective(team, {"shmem_fcollect", Kind::kFcollect, dest, source, n, bytes});             \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY int penstock_alltoall_b##bytes(TeamHandle team, void* dest, const void* source, std::size_t n) {        \
    return teams("shmem_alltoall").collective(team, {"shmem_alltoall", Kind::kAlltoall, dest, source, n, bytes});             \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY int penstock_alltoalls_b##bytes(TeamHandle team, void* dest, const void* source, std::ptrdiff_t dst,    \
                                                      std::ptrdiff_t sst, std::size_t n) {                                    \
    return teams("shmem_alltoalls").collective(team, {"shmem_alltoalls", Kind::kAlltoall, dest, source, n, bytes, dst, sst}); \
  }
PENSTOCK_SHMEM_MOVES(1)
PENSTOCK_SHMEM_MOVES(2)
PENSTOCK_SHMEM_MOVES(4)
PENSTOCK_SHMEM_MOVES(8)
PENSTOCK_SHMEM_MOVES(16)

// A broadcast over an active set does not change the root's `dest`.
#define PENSTOCK_SHMEM_SET_MOVES(bytes)                                                                                        \
  PENSTOCK_SHMEM_BODY void penstock_set_broadcast_b##bytes(void* dest, const void* source, std::size_t n, int root, int start, \
                                                           int log_stride, int size, long* /*pSync*/) {                        \
    teams("shmem_broadcast")                                                                                                   \
        .collective(ActiveSet{start, log_stride, size},                                                                        \
                    {"shmem_broadcast", Kind::kBroadcast, dest, source, n, bytes, 1, 1, root, false});                         \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY void penstock_set_collect_b##bytes(void* dest, const void* source, std::size_t n, int start,             \
                                                         int log_stride, int size, long* /*pSync*/) {                          \
    teams("shmem_collect")                                                                                                     \
        .collective(ActiveSet{start, log_stride, size}, {"shmem_collect", Kind::kCollect, dest, source, n, bytes});            \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY void penstock_set_fcollect_b##bytes(void* dest, const void* source, std::size_t n, int start,            \
                                                          int log_stride, int size, long* /*pSync*/) {                         \
    teams("shmem_fcollect")                                                                                                    \
        .collective(ActiveSet{start, log_stride, size}, {"shmem_fcollect", Kind::kFcollect, dest, source, n, bytes});          \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY void penstock_set_alltoall_b##bytes(void* dest, const void* source, std::size_t n, int start,            \
                                                          int log_stride, int size, long* /*pSync*/) {                         \
    teams("shmem_alltoall")                                                                                                    \
        .collective(ActiveSet{start, log_stride, size}, {"shmem_alltoall", Kind::kAlltoall, dest, source, n, bytes});          \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY void penstock_set_alltoalls_b##bytes(void* dest, const void* source, std::ptrdiff_t dst,                 \
                                                           std::ptrdiff_t sst, std::size_t n, int start, int log_stride,       \
                                                           int size, long* /*pSync*/) {                                        \
    teams("shmem_alltoalls")                                                                                                   \
        .collective(ActiveSet{start, log_stride, size},                                                                        \
                    {"shmem_alltoalls", Kind::kAlltoall, dest, source, n, bytes, dst, sst});                                   \
  }
PENSTOCK_SHMEM_SET_MOVES(4)
PENSTOCK_SHMEM_SET_MOVES(8)

}  // namespace penstock::shmem::face

#include "api/shmem/gen/collective.inc"
