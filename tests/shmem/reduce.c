/* Every reduction and scan of every type, over teams and active sets, in place and not, short and long. What is expected is
   computed from all operands in the order of the members. */
#include <complex.h>

#include "teams.h"

enum { SHORT = 3, LONG = 700 };

/* Small, so that sums and products of floating-point numbers are exact; integers wrap. */
#define VALUE(T, pe, i) ((T)((double)((pe) % 3 + 1 + (i) % 2) + (double)((pe) % 2) * I))

static Members teams[TEAMS];
static void *dest, *source;
static long sync_words[SHMEM_REDUCE_SYNC_SIZE];

#define ADD(x, y) ((x) + (y))
#define TIMES(x, y) ((x) * (y))
#define AND(x, y) ((x) & (y))
#define OR(x, y) ((x) | (y))
#define XOR(x, y) ((x) ^ (y))
#define MAX(x, y) ((y) > (x) ? (y) : (x))
#define MIN(x, y) ((y) < (x) ? (y) : (x))

#define FILL(T, where, n) \
  for (int i = 0; i < (n); ++i) ((T*)(where))[i] = VALUE(T, shmem_my_pe(), i)

/* `dest` has the operands of members first..last-1; of none of them 0. */
#define EXPECT(T, OP, n, members, last)                                                                         \
  for (int i = 0; i < (n); ++i) {                                                                               \
    T expected = (last) > 0 ? VALUE(T, (members)[0], i) : (T)0;                                                 \
    for (int member = 1; member < (last); ++member) expected = (T)OP(expected, VALUE(T, (members)[member], i)); \
    CHECK(((T*)dest)[i] == expected);                                                                           \
  }

#define OVER_TEAM(routine, T, OP, last_of)                            \
  for (int t = 0; t < TEAMS; ++t) {                                   \
    const Members* const m = &teams[t];                               \
    for (int n = SHORT; m->me >= 0 && n <= LONG; n += LONG - SHORT) { \
      FILL(T, source, n);                                             \
      settle_team(m->team);                                           \
      CHECK(routine(m->team, dest, source, (size_t)n) == 0);          \
      EXPECT(T, OP, n, m->world, last_of);                            \
      settle_team(m->team);                                           \
      FILL(T, dest, n);                                               \
      settle_team(m->team);                                           \
      CHECK(routine(m->team, dest, dest, (size_t)n) == 0);            \
      EXPECT(T, OP, n, m->world, last_of);                            \
    }                                                                 \
  }

#define OVER_SET(routine, T, OP)                                                   \
  for (int log = 0; log < 2; ++log) {                                              \
    const int step = 1 << log, size = (shmem_n_pes() + step - 1) / step;           \
    int members[MOST_PES];                                                         \
    for (int member = 0; member < size; ++member) members[member] = member * step; \
    if (shmem_my_pe() % step != 0) continue;                                       \
    FILL(T, source, SHORT);                                                        \
    shmem_barrier(0, log, size, sync_words);                                       \
    routine(dest, source, SHORT, 0, log, size, NULL, sync_words);                  \
    EXPECT(T, OP, SHORT, members, size);                                           \
  }

static int called;

#define TEAM_TEST(routine, T, OP, last_of) \
  OVER_TEAM(routine, T, OP, last_of)       \
  OVER_TEAM(p##routine, T, OP, last_of)    \
  ++called;
#define SET_TEST(routine, T, OP) \
  OVER_SET(routine, T, OP)       \
  OVER_SET(p##routine, T, OP)    \
  ++called;
#define TEST_sum_reduce(routine, T, size) TEAM_TEST(routine, T, ADD, m->n)
#define TEST_prod_reduce(routine, T, size) TEAM_TEST(routine, T, TIMES, m->n)
#define TEST_and_reduce(routine, T, size) TEAM_TEST(routine, T, AND, m->n)
#define TEST_or_reduce(routine, T, size) TEAM_TEST(routine, T, OR, m->n)
#define TEST_xor_reduce(routine, T, size) TEAM_TEST(routine, T, XOR, m->n)
#define TEST_max_reduce(routine, T, size) TEAM_TEST(routine, T, MAX, m->n)
#define TEST_min_reduce(routine, T, size) TEAM_TEST(routine, T, MIN, m->n)
#define TEST_sum_inscan(routine, T, size) TEAM_TEST(routine, T, ADD, m->me + 1)
#define TEST_sum_exscan(routine, T, size) TEAM_TEST(routine, T, ADD, m->me)
#define TEST_sum_to_all(routine, T, size) SET_TEST(routine, T, ADD)
#define TEST_prod_to_all(routine, T, size) SET_TEST(routine, T, TIMES)
#define TEST_and_to_all(routine, T, size) SET_TEST(routine, T, AND)
#define TEST_or_to_all(routine, T, size) SET_TEST(routine, T, OR)
#define TEST_xor_to_all(routine, T, size) SET_TEST(routine, T, XOR)
#define TEST_max_to_all(routine, T, size) SET_TEST(routine, T, MAX)
#define TEST_min_to_all(routine, T, size) SET_TEST(routine, T, MIN)

int main(void) {
  shmem_init();
  make_teams(teams);
  dest = shmem_malloc(LONG * 16);
  source = shmem_malloc(LONG * 16);
#include "gen/reduce.inc"
  shmem_sync_all();
  destroy_teams(teams);
  const int status = tell_count(called, ROUTINES);
  shmem_finalize();
  return status;
}
