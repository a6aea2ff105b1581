/* Every collective that moves data or synchronises, of every type, over teams and active sets, short and long. Elements are
   bytes that tell from which member, for which, and which one they are. */
#include "teams.h"

enum { SHORT = 3, LONG = 900, WIDEST = 16 };

static Members teams[TEAMS];
static unsigned char *dest, *source;
static long sync_words[SHMEM_COLLECT_SYNC_SIZE];
static long* arrived;
static int called;

static unsigned char byte_of(int from, int to, size_t at) {
  return (unsigned char)(from * 31 + to * 7 + (int)(at % 251) + 1);
}

/* `n` elements of `size` bytes, `stride` elements apart, of member `from` for `to`, as part `part`. */
static void fill_part(int from, int to, size_t part, size_t n, size_t size, size_t stride) {
  for (size_t i = 0; i < n; ++i) {
    for (size_t b = 0; b < size; ++b) source[(part * n + i) * stride * size + b] = byte_of(from, to, i * size + b);
  }
}
static void expect_part(int from, int to, const unsigned char* part, size_t n, size_t size, size_t stride) {
  for (size_t i = 0; i < n; ++i) {
    for (size_t b = 0; b < size; ++b) CHECK(part[i * stride * size + b] == byte_of(from, to, i * size + b));
  }
}
/* CALL is a call with `n` elements over the `members` PEs among whom this one is `me`; READY has all of them come. */
#define BROADCAST(CALL, size, root_too)                                              \
  fill_part(me, 0, 0, n, size, 1);                                                   \
  for (int root = 0; root < members; root += members > 1 ? members - 1 : 1) {        \
    memset(dest, 0, n*(size));                                                       \
    READY;                                                                           \
    CALL;                                                                            \
    if (me != root || (root_too)) expect_part(root, 0, dest, n, size, 1);            \
    if (me == root && !(root_too)) CHECK(dest[0] == 0 && dest[n * (size) - 1] == 0); \
  }
#define FCOLLECT(CALL, size)                   \
  fill_part(me, 0, 0, n, size, 1);             \
  memset(dest, 0, n*(size) * (size_t)members); \
  READY;                                       \
  CALL;                                        \
  for (int from = 0; from < members; ++from) expect_part(from, 0, dest + (size_t)from * n * (size), n, size, 1);
#define OWN(member) (n / 3 * (size_t)((member) % 3))
#define COLLECT(CALL, size)                                       \
  fill_part(me, 0, 0, OWN(me), size, 1);                          \
  memset(dest, 0, n*(size) * (size_t)members);                    \
  READY;                                                          \
  CALL;                                                           \
  for (size_t from = 0, at = 0; from < (size_t)members; ++from) { \
    expect_part((int)from, 0, dest + at, OWN(from), size, 1);     \
    at += OWN(from) * (size);                                     \
  }
#define ALLTOALL(CALL, size, dst, sst)                                              \
  for (int to = 0; to < members; ++to) fill_part(me, to, (size_t)to, n, size, sst); \
  memset(dest, 0, n*(size) * (size_t)members * (dst));                              \
  READY;                                                                            \
  CALL;                                                                             \
  for (int from = 0; from < members; ++from) expect_part(from, me, dest + (size_t)from * n * (dst) * (size), n, size, dst);

#define READY log < 0 ? settle_team(team) : shmem_barrier(0, log, members, sync_words)
#define OVER_TEAM(TEST)                                               \
  for (int t = 0; t < TEAMS; ++t) {                                   \
    const shmem_team_t team = teams[t].team;                          \
    const int me = teams[t].me, members = teams[t].n, log = -1;       \
    for (size_t n = SHORT; me >= 0 && n <= LONG / 2; n += LONG / 3) { \
      TEST                                                            \
    }                                                                 \
  }
#define OVER_SET(TEST)                                                      \
  for (int log = 0; log < 2; ++log) {                                       \
    const shmem_team_t team = SHMEM_TEAM_INVALID;                           \
    const int step = 1 << log, members = (shmem_n_pes() + step - 1) / step; \
    const int me = shmem_my_pe() % step == 0 ? shmem_my_pe() / step : -1;   \
    for (size_t n = SHORT; me >= 0 && n <= LONG / 2; n += LONG / 3) {       \
      TEST                                                                  \
    }                                                                       \
  }
#define TEST_broadcast(r, T, size)                                                           \
  OVER_TEAM(BROADCAST(CHECK(r(team, (void*)dest, (void*)source, n, root) == 0), size, 1))    \
  OVER_TEAM(BROADCAST(CHECK(p##r(team, (void*)dest, (void*)source, n, root) == 0), size, 1)) \
  ++called;
#define TEST_fcollect(r, T, size)                                                  \
  OVER_TEAM(FCOLLECT(CHECK(r(team, (void*)dest, (void*)source, n) == 0), size))    \
  OVER_TEAM(FCOLLECT(CHECK(p##r(team, (void*)dest, (void*)source, n) == 0), size)) \
  ++called;
#define TEST_collect(r, T, size)                                                        \
  OVER_TEAM(COLLECT(CHECK(r(team, (void*)dest, (void*)source, OWN(me)) == 0), size))    \
  OVER_TEAM(COLLECT(CHECK(p##r(team, (void*)dest, (void*)source, OWN(me)) == 0), size)) \
  ++called;
#define TEST_alltoall(r, T, size)                                                        \
  OVER_TEAM(ALLTOALL(CHECK(r(team, (void*)dest, (void*)source, n) == 0), size, 1, 1))    \
  OVER_TEAM(ALLTOALL(CHECK(p##r(team, (void*)dest, (void*)source, n) == 0), size, 1, 1)) \
  ++called;
#define TEST_alltoalls(r, T, size)                                                             \
  OVER_TEAM(ALLTOALL(CHECK(r(team, (void*)dest, (void*)source, 2, 3, n) == 0), size, 2, 3))    \
  OVER_TEAM(ALLTOALL(CHECK(p##r(team, (void*)dest, (void*)source, 2, 3, n) == 0), size, 2, 3)) \
  ++called;
#define SET_BROADCAST(r, size)                                                           \
  OVER_SET(BROADCAST(r(dest, source, n, root, 0, log, members, sync_words), size, 0))    \
  OVER_SET(BROADCAST(p##r(dest, source, n, root, 0, log, members, sync_words), size, 0)) \
  ++called;
#define TEST_broadcast32(r, T, size) SET_BROADCAST(r, size)
#define TEST_broadcast64(r, T, size) SET_BROADCAST(r, size)
#define SET_FCOLLECT(r, size)                                                  \
  OVER_SET(FCOLLECT(r(dest, source, n, 0, log, members, sync_words), size))    \
  OVER_SET(FCOLLECT(p##r(dest, source, n, 0, log, members, sync_words), size)) \
  ++called;
#define TEST_fcollect32(r, T, size) SET_FCOLLECT(r, size)
#define TEST_fcollect64(r, T, size) SET_FCOLLECT(r, size)
#define SET_COLLECT(r, size)                                                        \
  OVER_SET(COLLECT(r(dest, source, OWN(me), 0, log, members, sync_words), size))    \
  OVER_SET(COLLECT(p##r(dest, source, OWN(me), 0, log, members, sync_words), size)) \
  ++called;
#define TEST_collect32(r, T, size) SET_COLLECT(r, size)
#define TEST_collect64(r, T, size) SET_COLLECT(r, size)
#define SET_ALLTOALL(r, size)                                                        \
  OVER_SET(ALLTOALL(r(dest, source, n, 0, log, members, sync_words), size, 1, 1))    \
  OVER_SET(ALLTOALL(p##r(dest, source, n, 0, log, members, sync_words), size, 1, 1)) \
  ++called;
#define TEST_alltoall32(r, T, size) SET_ALLTOALL(r, size)
#define TEST_alltoall64(r, T, size) SET_ALLTOALL(r, size)
#define SET_ALLTOALLS(r, size)                                                             \
  OVER_SET(ALLTOALL(r(dest, source, 3, 2, n, 0, log, members, sync_words), size, 3, 2))    \
  OVER_SET(ALLTOALL(p##r(dest, source, 3, 2, n, 0, log, members, sync_words), size, 3, 2)) \
  ++called;
#define TEST_alltoalls32(r, T, size) SET_ALLTOALLS(r, size)
#define TEST_alltoalls64(r, T, size) SET_ALLTOALLS(r, size)

/* Nobody leaves before the last of every `step`-th PE has come: each tells all of them before, and looks after. */
#define AMONG(stride, QUIET, CALL)                                                                                       \
  {                                                                                                                      \
    const int step = stride, members = (shmem_n_pes() + step - 1) / step;                                                \
    const int me = shmem_my_pe() % step == 0 ? shmem_my_pe() / step : -1;                                                \
    memset(arrived, 0, MOST_PES * sizeof(long));                                                                         \
    shmem_barrier_all();                                                                                                 \
    for (int round = 1; me >= 0 && round <= 20; ++round) {                                                               \
      for (int to = 0; to < members; ++to) shmem_long_atomic_set(&arrived[me], round, to* step);                         \
      QUIET;                                                                                                             \
      CALL;                                                                                                              \
      for (int from = 0; from < members; ++from) CHECK(shmem_long_atomic_fetch(&arrived[from], shmem_my_pe()) >= round); \
    }                                                                                                                    \
    shmem_barrier_all();                                                                                                 \
  }
#define TEST_barrier_all(r, T, size) AMONG(1, , r()) AMONG(1, , p##r())++ called;
#define TEST_sync_all(r, T, size) AMONG(1, shmem_quiet(), r()) AMONG(1, shmem_quiet(), p##r())++ called;
#define TEST_team_sync(r, T, size)                         \
  AMONG(1, shmem_quiet(), CHECK(r(teams[1].team) == 0))    \
  AMONG(2, shmem_quiet(), CHECK(p##r(teams[2].team) == 0)) \
  CHECK(r(SHMEM_TEAM_INVALID) != 0);                       \
  ++called;
#define TEST_sync(r, T, size)                              \
  AMONG(1, shmem_quiet(), r(0, 0, members, sync_words))    \
  AMONG(2, shmem_quiet(), p##r(0, 1, members, sync_words)) \
  ++called;
#define TEST_barrier(r, T, size) AMONG(1, , r(0, 0, members, sync_words)) AMONG(2, , p##r(0, 1, members, sync_words))++ called;

int main(void) {
  shmem_init();
  make_teams(teams);
  const size_t parts = (size_t)shmem_n_pes();
  dest = shmem_calloc(LONG * WIDEST * 3, parts);
  source = shmem_calloc(LONG * WIDEST * 3, parts);
  arrived = shmem_calloc(MOST_PES, sizeof(long));
#include "gen/collective.inc"
  shmem_sync_all();
  destroy_teams(teams);
  const int status = tell_count(called, ROUTINES);
  shmem_finalize();
  return status;
}
