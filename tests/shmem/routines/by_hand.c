/* Routines that have no types: test_NAME() for each. Those that are not there yet are not called. */
#include "routines.h"

#define TEST(name) static void test_##name(void)

static void no_test_needed(void) {
  int running = 0;
  shmem_query_initialized(&running);
  CHECK(running == 1);
}

/* Each further use is counted. */
TEST(shmem_init) {
  shmem_init();
  shmem_finalize();
  no_test_needed();
}
TEST(shmem_finalize) {
  test_shmem_init();
}
TEST(shmem_init_thread) {
  int provided = -1;
  CHECK(shmem_init_thread(SHMEM_THREAD_SINGLE, &provided) == 0 && provided >= SHMEM_THREAD_SINGLE);
  shmem_finalize();
}
TEST(shmem_query_thread) {
  int provided = -1;
  shmem_query_thread(&provided);
  CHECK(provided >= SHMEM_THREAD_SINGLE && provided <= SHMEM_THREAD_MULTIPLE);
}
TEST(start_pes) {
  start_pes(0);
  shmem_finalize();
  no_test_needed();
}
TEST(shmem_query_initialized) {
  no_test_needed();
}
TEST(shmem_my_pe) {
  CHECK(shmem_my_pe() == me && me >= 0 && me < n);
}
TEST(shmem_n_pes) {
  CHECK(shmem_n_pes() == n && n >= 1);
}
TEST(_my_pe) {
  CHECK(_my_pe() == me);
}
TEST(_num_pes) {
  CHECK(_num_pes() == n);
}
TEST(shmem_pe_accessible) {
  CHECK(shmem_pe_accessible(next) && shmem_pe_accessible(me) && !shmem_pe_accessible(n) && !shmem_pe_accessible(-1));
}
TEST(shmem_addr_accessible) {
  int mine = 0;
  CHECK(shmem_addr_accessible(area, next) && shmem_addr_accessible(area + AREA - 1, next));
  CHECK(!shmem_addr_accessible(&mine, next) && !shmem_addr_accessible(area, n));
}
/* Of another PE it may be nowhere; where it is, stores are seen there. */
TEST(shmem_ptr) {
  unsigned char* const theirs = shmem_ptr(fresh(), next);
  int mine = 0;
  CHECK(shmem_ptr(area, me) == area && shmem_ptr(&mine, next) == NULL && shmem_ptr(area, n) == NULL);
  if (theirs != NULL) theirs[3] = 77;
  settle();
  CHECK(area[3] == 77 || (area[3] == 0 && n > 1));
}
TEST(shmem_team_ptr) {
  CHECK(shmem_team_ptr(ring.team, area, me) == area);
  CHECK(shmem_team_ptr(SHMEM_TEAM_INVALID, area, me) == NULL);
  CHECK(shmem_team_ptr(ring.team, area, next) == shmem_ptr(area, ring.world[next]));
}
TEST(shmem_info_get_version) {
  int major = 0, minor = 0;
  shmem_info_get_version(&major, &minor);
  CHECK(major == SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION);
}
TEST(shmem_info_get_name) {
  char name[SHMEM_MAX_NAME_LEN] = "";
  shmem_info_get_name(name);
  CHECK(strcmp(name, SHMEM_VENDOR_STRING) == 0);
}
TEST(shmem_pcontrol) {
  shmem_pcontrol(1);
  shmem_pcontrol(2, "words", 3);
}

/* Of `bytes`, at that alignment: the neighbour reaches its last byte. */
static void check_memory(unsigned char* memory, size_t bytes, size_t alignment) {
  CHECK(memory != NULL && (size_t)memory % alignment == 0);
  memory[bytes - 1] = 1;
  settle();
  shmem_uchar_p(&memory[bytes - 1], (unsigned char)(40 + me), next);
  settle();
  CHECK(memory[bytes - 1] == (unsigned char)(40 + before));
}
TEST(shmem_malloc) {
  unsigned char* const memory = shmem_malloc(100000);
  check_memory(memory, 100000, 16);
  shmem_free(memory);
  CHECK(shmem_malloc(0) == NULL);
}
TEST(shmem_free) {
  shmem_free(NULL);
  test_shmem_malloc();
}
TEST(shmem_malloc_with_hints) {
  unsigned char* const memory = shmem_malloc_with_hints(1000, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
  check_memory(memory, 1000, 16);
  shmem_free(memory);
}
TEST(shmem_align) {
  unsigned char* const memory = shmem_align(8192, 100);
  check_memory(memory, 100, 8192);
  shmem_free(memory);
}
TEST(shmem_calloc) {
  unsigned char* const memory = shmem_calloc(1000, 7);
  for (size_t i = 0; i < 7000; ++i) CHECK(memory[i] == 0);
  check_memory(memory, 7000, 16);
  shmem_free(memory);
}
TEST(shmem_realloc) {
  unsigned char* memory = shmem_realloc(NULL, 100);
  check_memory(memory, 100, 16);
  memory[0] = (unsigned char)me;
  memory = shmem_realloc(memory, 1 << 20);
  CHECK(memory[0] == (unsigned char)me);
  check_memory(memory, 1 << 20, 16);
  CHECK(shmem_realloc(memory, 0) == NULL);
}
TEST(shmalloc) {
  unsigned char* const memory = shmalloc(500);
  check_memory(memory, 500, 16);
  shfree(memory);
}
TEST(shfree) {
  test_shmalloc();
}
TEST(shrealloc) {
  unsigned char* const memory = shrealloc(shmalloc(10), 5000);
  check_memory(memory, 5000, 16);
  shfree(memory);
}
TEST(shmemalign) {
  unsigned char* const memory = shmemalign(256, 500);
  check_memory(memory, 500, 256);
  shfree(memory);
}

#define SIGNAL_TEST(name, call, wanted)                                           \
  TEST(name) {                                                                    \
    signals[0] = 3;                                                               \
    settle();                                                                     \
    call;                                                                         \
    settle();                                                                     \
    CHECK(shmem_signal_fetch(&signals[0]) == (wanted) && signals[0] == (wanted)); \
    settle();                                                                     \
  }
SIGNAL_TEST(shmem_signal_add, shmem_signal_add(&signals[0], 5, next), 8)
SIGNAL_TEST(shmem_signal_set, shmem_signal_set(&signals[0], 5, next), 5)
SIGNAL_TEST(shmem_ctx_signal_add, shmem_ctx_signal_add(ring.ctx, &signals[0], 5, next), 8)
SIGNAL_TEST(shmem_ctx_signal_set, shmem_ctx_signal_set(ring.ctx, &signals[0], 5, next), 5)
SIGNAL_TEST(shmem_signal_fetch, (void)shmem_signal_fetch(&signals[0]), 3)

TEST(shmem_signal_wait_until) {
  signals[0] = 0;
  settle();
  shmem_signal_set(&signals[0], (uint64_t)-1, next); /* no sign */
  CHECK(shmem_signal_wait_until(&signals[0], SHMEM_CMP_GT, 5) == (uint64_t)-1);
  settle();
}
TEST(shmem_wait_until) {
  long* const word = (void*)fresh();
  shmem_long_p(word, -4, next);
  shmem_wait_until(word, SHMEM_CMP_LT, 0L);
  CHECK(*word == -4);
  settle();
}
TEST(shmem_wait) {
  long* const word = (void*)fresh();
  shmem_long_p(word, 4, next);
  shmem_wait(word, 0L);
  CHECK(*word == 4);
  settle();
}

/* Data, the order, then a flag: whoever sees the flag sees the data. In turns, so that an order that fails shows. */
#define ORDER_TEST(name, order)                                                             \
  TEST(name) {                                                                              \
    long* const words = (void*)fresh();                                                     \
    const int pes[1] = {next};                                                              \
    (void)pes;                                                                              \
    for (long turn = 1; turn <= 200; ++turn) {                                              \
      for (int i = 1; i < 40; ++i) shmem_ctx_long_put(ring.ctx, &words[i], &turn, 1, next); \
      order;                                                                                \
      shmem_ctx_long_p(ring.ctx, &words[0], turn, next);                                    \
      shmem_long_wait_until(&words[0], SHMEM_CMP_GE, turn);                                 \
      for (int i = 1; i < 40; ++i) CHECK(words[i] >= turn);                                 \
      if (turn % 20 == 0) settle();                                                         \
    }                                                                                       \
    settle();                                                                               \
  }
ORDER_TEST(shmem_fence, shmem_fence())
ORDER_TEST(shmem_quiet, shmem_quiet())
ORDER_TEST(shmem_pe_quiet, shmem_pe_quiet(pes, 1))
ORDER_TEST(shmem_ctx_fence, shmem_ctx_fence(SHMEM_CTX_INVALID); shmem_ctx_fence(ring.ctx))
ORDER_TEST(shmem_ctx_quiet, shmem_ctx_quiet(SHMEM_CTX_INVALID); shmem_ctx_quiet(ring.ctx))
ORDER_TEST(shmem_ctx_pe_quiet, shmem_ctx_pe_quiet(SHMEM_CTX_INVALID, pes, 1); shmem_ctx_pe_quiet(ring.ctx, pes, 1))

/* Nobody leaves before all have come. */
#define BARRIER_TEST(name, before_it, barrier)                                       \
  TEST(name) {                                                                       \
    long* const words = (void*)fresh();                                              \
    for (long turn = 1; turn <= 20; ++turn) {                                        \
      for (int pe = 0; pe < n; ++pe) shmem_long_p(&words[me], turn, ring.world[pe]); \
      before_it;                                                                     \
      barrier;                                                                       \
      for (int pe = 0; pe < n; ++pe) CHECK(words[pe] == turn);                       \
      barrier;                                                                       \
    }                                                                                \
    settle();                                                                        \
  }
BARRIER_TEST(shmem_barrier_all, , shmem_barrier_all())
BARRIER_TEST(shmem_sync_all, shmem_quiet(), shmem_sync_all())
BARRIER_TEST(shmem_barrier, , shmem_barrier(0, ring.log_stride, n, sync_words))
BARRIER_TEST(shmem_sync, shmem_quiet(), (shmem_sync)(0, ring.log_stride, n, sync_words))
BARRIER_TEST(shmem_team_sync, shmem_quiet(), CHECK(shmem_team_sync(ring.team) == 0 && shmem_team_sync(SHMEM_TEAM_INVALID) != 0))

#define ROUTINE(kind, name, form, T, size) {#name, test_##name, FORM_##form},
static const struct routine_test hand_tests_rows[] = {
#include "../gen/by_hand.inc"
};
DEFINE_TESTS(hand_tests)
