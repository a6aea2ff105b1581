/* Every routine with a context, of every type: over contexts of teams in which PEs have other numbers than among all, and with
   the default context. Each PE works on memory of its right neighbour in the team, and looks at what its left one did. */
#include "teams.h"

enum { MOST = 64 * 16 };

static Members teams[TEAMS];
static shmem_ctx_t contexts[TEAMS];
static unsigned char *dest, *source, *mine;
static uint64_t* signal_word;
static int called;

static unsigned char byte_of(int pe, size_t at) {
  return (unsigned char)(pe * 37 + (int)(at % 239) + 1);
}
static void expect(const unsigned char* where, int pe, size_t from, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) CHECK(where[i] == byte_of(pe, from + i));
}
/* Every `stride`-th block of `each` bytes at `where` is every `other`-th one of that PE. */
static void expect_blocks(const unsigned char* where, size_t stride, int pe, size_t other, size_t each, size_t blocks) {
  for (size_t i = 0; i < blocks; ++i) expect(where + i * stride, pe, i * other, each);
}
static void begin(const Members* m) {
  memset(dest, 0, MOST);
  memset(mine, 0, MOST);
  *signal_word = 5;
  for (size_t i = 0; i < MOST; ++i) source[i] = byte_of(shmem_my_pe(), i);
  settle_team(m->team);
}

/* `right`, `left`: numbers in the team; `to`, `from`: the same PEs among all. */
#define OVER(r, T, AROUND)                                                  \
  for (int t = 0; t < TEAMS; ++t) {                                         \
    const Members* const m = &teams[t];                                     \
    if (m->me < 0) continue;                                                \
    const shmem_ctx_t ctx = contexts[t];                                    \
    const int right = (m->me + 1) % m->n, left = (m->me + m->n - 1) % m->n; \
    const int to = m->world[right], from = m->world[left];                  \
    (void)to, (void)from;                                                   \
    begin(m);                                                               \
    AROUND                                                                  \
    settle_team(m->team);                                                   \
  }                                                                         \
  ++called;
#define PUTS(r, T, CALL, CHECKS) OVER(r, T, CALL; shmem_ctx_quiet(ctx); settle_team(m->team); CHECKS)

#define TEST_put(r, T, size) PUTS(r, T, r(ctx, (void*)dest, (void*)source, 9, right), expect(dest, from, 0, 9 * (size));)
#define TEST_put_nbi(r, T, size) TEST_put(r, T, size)
#define TEST_iput(r, T, size)                                                                                                \
  PUTS(r, T, r(ctx, (void*)dest, (void*)source, 2, 3, 5, right), expect_blocks(dest, 2 * (size), from, 3 * (size), size, 5); \
       CHECK(dest[size] == 0);)
#define TEST_ibput(r, T, size)                                           \
  PUTS(r, T, r(ctx, (void*)dest, (void*)source, 4, 5, 2, 3, right),      \
       expect_blocks(dest, 4 * (size), from, 5 * (size), 2 * (size), 3); \
       CHECK(dest[2 * (size)] == 0);)
#define TEST_p(r, T, size) PUTS(r, T, r(ctx, (T*)dest, (T)(m->me + 3), right), CHECK(*(T*)dest == (T)(left + 3));)
#define TEST_put_signal(r, T, size)                                                                                     \
  PUTS(r, T, r(ctx, (void*)dest, (void*)source, 7, signal_word, 8, SHMEM_SIGNAL_ADD, right);                            \
       shmem_signal_wait_until(signal_word, SHMEM_CMP_EQ, 13); expect(dest, from, 0, 7 * (size)); settle_team(m->team); \
       r(ctx, (void*)dest, (void*)(source + (size)), 7, signal_word, 9, SHMEM_SIGNAL_SET, right);                       \
       shmem_signal_wait_until(signal_word, SHMEM_CMP_EQ, 9), expect(dest, from, size, 7 * (size));)
#define TEST_put_signal_nbi(r, T, size) TEST_put_signal(r, T, size)
#define TEST_get(r, T, size) \
  OVER(r, T, r(ctx, (void*)mine, (void*)source, 9, right); shmem_ctx_quiet(ctx); expect(mine, to, 0, 9 * (size));)
#define TEST_get_nbi(r, T, size) TEST_get(r, T, size)
#define TEST_iget(r, T, size)                                                                                              \
  OVER(r, T, r(ctx, (void*)mine, (void*)source, 2, 3, 5, right); expect_blocks(mine, 2 * (size), to, 3 * (size), size, 5); \
       CHECK(mine[size] == 0);)
#define TEST_ibget(r, T, size)                                      \
  OVER(r, T, r(ctx, (void*)mine, (void*)source, 4, 5, 2, 3, right); \
       expect_blocks(mine, 4 * (size), to, 5 * (size), 2 * (size), 3); CHECK(mine[2 * (size)] == 0);)
#define TEST_g(r, T, size) \
  OVER(r, T, *(T*)dest = (T)(m->me + 3); settle_team(m->team); CHECK(r(ctx, (T*)dest, right) == (T)(right + 3));)

/* Words hold 12; what comes is 10. */
#define WORD(T) (*(T*)dest)
#define ATOMIC(r, T, CALL, after)                                                                          \
  OVER(r, T, WORD(T) = 12; settle_team(m->team); T got = 12; CALL; shmem_ctx_quiet(ctx); CHECK(got == 12); \
       settle_team(m->team); CHECK(WORD(T) == (T)(after));)
#define CHANGES(r, T, after) ATOMIC(r, T, r(ctx, (T*)dest, 10, right), after)
#define FETCHES(r, T, after) ATOMIC(r, T, got = r(ctx, (T*)dest, 10, right), after)
#define FETCHES_NBI(r, T, after) ATOMIC(r, T, r(ctx, &got, (T*)dest, 10, right), after)
#define TEST_atomic_fetch(r, T, size) ATOMIC(r, T, got = r(ctx, (T*)dest, right), 12)
#define TEST_atomic_fetch_nbi(r, T, size) ATOMIC(r, T, r(ctx, &got, (T*)dest, right), 12)
#define TEST_atomic_set(r, T, size) CHANGES(r, T, 10)
#define TEST_atomic_swap(r, T, size) FETCHES(r, T, 10)
#define TEST_atomic_swap_nbi(r, T, size) FETCHES_NBI(r, T, 10)
#define TEST_atomic_compare_swap(r, T, size)              \
  ATOMIC(r, T, got = r(ctx, (T*)dest, 12, 10, right), 10) \
  --called;                                               \
  ATOMIC(r, T, got = r(ctx, (T*)dest, 11, 10, right), 12)
#define TEST_atomic_compare_swap_nbi(r, T, size)          \
  ATOMIC(r, T, r(ctx, &got, (T*)dest, 12, 10, right), 10) \
  --called;                                               \
  ATOMIC(r, T, r(ctx, &got, (T*)dest, 11, 10, right), 12)
#define TEST_atomic_inc(r, T, size) ATOMIC(r, T, r(ctx, (T*)dest, right), 13)
#define TEST_atomic_fetch_inc(r, T, size) ATOMIC(r, T, got = r(ctx, (T*)dest, right), 13)
#define TEST_atomic_fetch_inc_nbi(r, T, size) ATOMIC(r, T, r(ctx, &got, (T*)dest, right), 13)
#define TEST_atomic_add(r, T, size) CHANGES(r, T, 22)
#define TEST_atomic_fetch_add(r, T, size) FETCHES(r, T, 22)
#define TEST_atomic_fetch_add_nbi(r, T, size) FETCHES_NBI(r, T, 22)
#define TEST_atomic_and(r, T, size) CHANGES(r, T, 8)
#define TEST_atomic_fetch_and(r, T, size) FETCHES(r, T, 8)
#define TEST_atomic_fetch_and_nbi(r, T, size) FETCHES_NBI(r, T, 8)
#define TEST_atomic_or(r, T, size) CHANGES(r, T, 14)
#define TEST_atomic_fetch_or(r, T, size) FETCHES(r, T, 14)
#define TEST_atomic_fetch_or_nbi(r, T, size) FETCHES_NBI(r, T, 14)
#define TEST_atomic_xor(r, T, size) CHANGES(r, T, 6)
#define TEST_atomic_fetch_xor(r, T, size) FETCHES(r, T, 6)
#define TEST_atomic_fetch_xor_nbi(r, T, size) FETCHES_NBI(r, T, 6)

#define TEST_signal_add(r, T, size) PUTS(r, T, r(ctx, signal_word, 8, right), CHECK(shmem_signal_fetch(signal_word) == 13);)
#define TEST_signal_set(r, T, size) PUTS(r, T, r(ctx, signal_word, 8, right), CHECK(shmem_signal_fetch(signal_word) == 8);)
/* What came before the order is seen by who sees what comes behind it. */
#define ORDERS(r, CALL)                                                              \
  OVER(                                                                              \
      r, long, r(SHMEM_CTX_INVALID PES); for (int round = 1; round <= 50; ++round) { \
        shmem_ctx_long_p(ctx, (long*)dest + 8, round, right);                        \
        CALL;                                                                        \
        shmem_ctx_long_atomic_set(ctx, (long*)dest, round, right);                   \
        shmem_long_wait_until((long*)dest, SHMEM_CMP_GE, round);                     \
        CHECK(((volatile long*)dest)[8] >= round);                                   \
        settle_team(m->team);                                                        \
      })
#define PES
#define TEST_fence(r, T, size) ORDERS(r, r(ctx))
#define TEST_quiet(r, T, size) ORDERS(r, r(ctx))
#define TEST_pe_quiet(r, T, size)                                                                               \
  OVER(r, T, r(SHMEM_CTX_INVALID, &right, 1); shmem_ctx_long_p(ctx, (long*)dest, 77, right); r(ctx, &right, 1); \
       settle_team(m->team); CHECK(*(long*)dest == 77);)

static void walk(void) {
#include "gen/context.inc"
}

int main(void) {
  const long options[TEAMS] = {0, SHMEM_CTX_SERIALIZED | SHMEM_CTX_NOSTORE, SHMEM_CTX_PRIVATE};
  shmem_init();
  make_teams(teams);
  dest = shmem_malloc(MOST);
  source = shmem_malloc(MOST);
  mine = malloc(MOST);
  signal_word = shmem_calloc(1, sizeof(uint64_t));
  contexts[0] = SHMEM_CTX_DEFAULT;
  for (int t = 1; t < TEAMS; ++t) {
    if (teams[t].me >= 0) CHECK(shmem_team_create_ctx(teams[t].team, options[t], &contexts[t]) == 0);
  }
  walk();
  for (int t = 1; t < TEAMS; ++t) {
    if (teams[t].me >= 0) shmem_ctx_destroy(contexts[t]);
  }
  shmem_sync_all();
  destroy_teams(teams);
  const int status = tell_count(called, ROUTINES);
  free(mine);
  shmem_finalize();
  return status;
}
