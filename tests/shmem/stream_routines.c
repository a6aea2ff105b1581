/* Each routine on streams with each type: gen/stream.inc has a row ROUTINE(kind, name, T, size) for it. */
#include "stream.h"

enum { AREA = 4096, COUNT = 5, AT = 64 }; /* bytes of an area; elements that are moved, to there */

typedef struct {
  uint64_t half[2];
} word128;

static unsigned char *area, *source; /* symmetric, with this PE's pattern of seed 1 and 2 before each test */
static uint64_t* signal_word;        /* symmetric */
static int* marker;                  /* symmetric */
static unsigned char image[AREA];
static int next, before;

static unsigned char pattern(int seed, int pe, size_t byte) {
  return (unsigned char)(seed * 83 + pe * 37 + (int)(byte * 11 + byte / 256 * 7) + 1);
}
static void fill(unsigned char* memory, int seed) {
  for (size_t byte = 0; byte < AREA; ++byte) image[byte] = pattern(seed, me, byte);
  CHECK(penstock_gpu_copy(memory, image, AREA) == 0);
}
static void fresh(void) {
  const uint64_t zeros[2] = {0, 0};
  shmem_barrier_all();
  fill(area, 1);
  fill(source, 2);
  CHECK(penstock_gpu_copy(signal_word, zeros, sizeof *signal_word) == 0 &&
        penstock_gpu_copy(marker, zeros, sizeof *marker) == 0);
  shmem_barrier_all();
}
/* What the stream has is done on all PEs; `image` gets the memory. */
static void settle(const unsigned char* memory) {
  shmemx_barrier_all_on_stream(stream);
  synchronize();
  CHECK(penstock_gpu_copy(image, memory, AREA) == 0);
}
/* `bytes` from `at` on are those of a PE's pattern from `from` on. */
static void expect(size_t at, int seed, int pe, size_t from, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) CHECK(image[at + i] == pattern(seed, pe, from + i));
}
/* The rest around [first, last) is this PE's own. */
static void expect_rest(int seed, size_t first, size_t last) {
  expect(0, seed, me, 0, first);
  expect(last, seed, me, last, AREA - last);
}

#define PUT(name, T, size)                                \
  fresh();                                                \
  name((T*)(area + AT), (T*)source, COUNT, next, stream); \
  settle(area);                                           \
  expect(AT, 2, before, 0, COUNT* size);                  \
  expect_rest(1, AT, AT + COUNT * size);

#define GET(name, T, size)                                \
  fresh();                                                \
  name((T*)(area + AT), (T*)source, COUNT, next, stream); \
  settle(area);                                           \
  expect(AT, 2, next, 0, COUNT* size);                    \
  expect_rest(1, AT, AT + COUNT * size);

#define IPUT(name, T, size)                                                                       \
  fresh();                                                                                        \
  name((T*)(area + AT), (T*)source, 3, 2, COUNT, next, stream);                                   \
  settle(area);                                                                                   \
  for (size_t i = 0; i < COUNT; ++i) {                                                            \
    expect(AT + i * 3 * size, 2, before, i * 2 * size, size);                                     \
    if (i + 1 < COUNT) expect(AT + (i * 3 + 1) * size, 1, me, AT + (i * 3 + 1) * size, size * 2); \
  }                                                                                               \
  expect_rest(1, AT, AT + (COUNT * 3 - 2) * size);

#define IGET(name, T, size)                                     \
  fresh();                                                      \
  name((T*)(area + AT), (T*)source, 2, 3, COUNT, next, stream); \
  settle(area);                                                 \
  for (size_t i = 0; i < COUNT; ++i) {                          \
    expect(AT + i * 2 * size, 2, next, i * 3 * size, size);     \
  }                                                             \
  expect_rest(1, AT, AT + (COUNT * 2 - 1) * size);

#define P(name, T, size)                            \
  T got;                                            \
  fresh();                                          \
  name((T*)(area + AT), (T)(me + 3), next, stream); \
  settle(area);                                     \
  memcpy(&got, image + AT, sizeof got);             \
  CHECK(got == (T)(before + 3));                    \
  expect_rest(1, AT, AT + size);

#define PUT_SIGNAL(name, T, size)                                                                                  \
  uint64_t signal = 0;                                                                                             \
  fresh();                                                                                                         \
  name((T*)(area + AT), (T*)source, COUNT, signal_word, 5, SHMEM_SIGNAL_SET, next, stream);                        \
  shmemx_signal_wait_until_on_stream(signal_word, SHMEM_CMP_GT, 4, stream);                                        \
  name((T*)(area + AT + COUNT * size), (T*)source, COUNT, signal_word, 4, SHMEM_SIGNAL_ADD, next, stream);         \
  shmemx_signal_wait_until_on_stream(signal_word, SHMEM_CMP_GE, 9, stream);                                        \
  synchronize();                                                                                                   \
  CHECK(penstock_gpu_copy(image, area, AREA) == 0 && penstock_gpu_copy(&signal, signal_word, sizeof signal) == 0); \
  CHECK(signal == 9);                                                                                              \
  expect(AT, 2, before, 0, COUNT* size);                                                                           \
  expect(AT + COUNT * size, 2, before, 0, COUNT * size);                                                           \
  expect_rest(1, AT, AT + 2 * COUNT * size);

/* The stream goes on when the PE before has written the word, and not before: above, then below, then another one. */
#define WAIT_UNTIL(name, T, size)                                         \
  const T value = 9;                                                      \
  const T below = 8;                                                      \
  int seen = -1;                                                          \
  fresh();                                                                \
  name((T*)(area + AT), SHMEM_CMP_EQ, value, stream);                     \
  shmemx_int_p_on_stream(marker, 1, me, stream);                          \
  CHECK(penstock_gpu_copy(&seen, marker, sizeof seen) == 0 && seen == 0); \
  shmem_barrier_all();                                                    \
  shmem_putmem(area + AT, &value, sizeof value, next);                    \
  shmem_quiet();                                                          \
  name((T*)(area + AT), SHMEM_CMP_GE, below, stream);                     \
  name((T*)(area + AT), SHMEM_CMP_GT, below, stream);                     \
  synchronize();                                                          \
  CHECK(penstock_gpu_copy(&seen, marker, sizeof seen) == 0 && seen == 1); \
  name((T*)(area + AT), SHMEM_CMP_LE, below, stream);                     \
  shmemx_int_p_on_stream(marker, 2, me, stream);                          \
  CHECK(penstock_gpu_copy(&seen, marker, sizeof seen) == 0 && seen == 1); \
  shmem_barrier_all();                                                    \
  shmem_putmem(area + AT, &below, sizeof below, next);                    \
  shmem_quiet();                                                          \
  name((T*)(area + AT), SHMEM_CMP_LT, value, stream);                     \
  name((T*)(area + AT), SHMEM_CMP_NE, value, stream);                     \
  synchronize();                                                          \
  CHECK(penstock_gpu_copy(&seen, marker, sizeof seen) == 0 && seen == 2); \
  name((T*)(area + AT), SHMEM_CMP_NE, below, stream);                     \
  shmemx_int_p_on_stream(marker, 3, me, stream);                          \
  CHECK(penstock_gpu_copy(&seen, marker, sizeof seen) == 0 && seen == 2); \
  shmem_barrier_all();                                                    \
  shmem_putmem(area + AT, &value, sizeof value, next);                    \
  shmem_quiet();                                                          \
  synchronize();                                                          \
  CHECK(penstock_gpu_copy(&seen, marker, sizeof seen) == 0 && seen == 3);

#define BROADCAST(name, T, size)                                                         \
  fresh();                                                                               \
  CHECK(name(SHMEM_TEAM_WORLD, (T*)(area + AT), (T*)source, COUNT, n - 1, stream) == 0); \
  settle(area);                                                                          \
  expect(AT, 2, n - 1, 0, COUNT * size);                                                 \
  expect_rest(1, AT, AT + COUNT * size);

#define FCOLLECT(name, T, size)                                                                  \
  fresh();                                                                                       \
  CHECK(name(SHMEM_TEAM_WORLD, (T*)(area + AT), (T*)source, COUNT, stream) == 0);                \
  settle(area);                                                                                  \
  for (int pe = 0; pe < n; ++pe) expect(AT + (size_t)pe * COUNT * size, 2, pe, 0, COUNT * size); \
  expect_rest(1, AT, AT + (size_t)n * COUNT * size);

#define ALLTOALL(name, T, size)                                                             \
  fresh();                                                                                  \
  CHECK(name(SHMEM_TEAM_WORLD, (T*)(area + AT), (T*)source, COUNT, stream) == 0);           \
  settle(area);                                                                             \
  for (int pe = 0; pe < n; ++pe) {                                                          \
    expect(AT + (size_t)pe * COUNT * size, 2, pe, (size_t)me * COUNT * size, COUNT * size); \
  }                                                                                         \
  expect_rest(1, AT, AT + (size_t)n * COUNT * size);

/* Elsewhere, and in place. */
#define REDUCE(name, T, size, folded)                                             \
  T mine[COUNT], wanted[COUNT], got[COUNT];                                       \
  fresh();                                                                        \
  for (int i = 0; i < COUNT; ++i) {                                               \
    mine[i] = (T)(1 + (me + i) % 3);                                              \
    wanted[i] = (T)(1 + i % 3);                                                   \
    for (int pe = 1; pe < n; ++pe) {                                              \
      const T a = wanted[i], b = (T)(1 + (pe + i) % 3);                           \
      wanted[i] = (T)(folded);                                                    \
    }                                                                             \
  }                                                                               \
  CHECK(penstock_gpu_copy(source, mine, sizeof mine) == 0);                       \
  CHECK(name(SHMEM_TEAM_WORLD, (T*)(area + AT), (T*)source, COUNT, stream) == 0); \
  settle(area);                                                                   \
  memcpy(got, image + AT, sizeof got);                                            \
  for (int i = 0; i < COUNT; ++i) CHECK(got[i] == wanted[i]);                     \
  expect_rest(1, AT, AT + COUNT * size);                                          \
  CHECK(name(SHMEM_TEAM_WORLD, (T*)source, (T*)source, COUNT, stream) == 0);      \
  settle(source);                                                                 \
  memcpy(got, image, sizeof got);                                                 \
  for (int i = 0; i < COUNT; ++i) CHECK(got[i] == wanted[i]);                     \
  expect(sizeof got, 2, me, sizeof got, AREA - sizeof got);

#define SUM_REDUCE(name, T, size) REDUCE(name, T, size, a + b)
#define PROD_REDUCE(name, T, size) REDUCE(name, T, size, a* b)
#define MAX_REDUCE(name, T, size) REDUCE(name, T, size, a > b ? a : b)
#define MIN_REDUCE(name, T, size) REDUCE(name, T, size, a < b ? a : b)
#define AND_REDUCE(name, T, size) REDUCE(name, T, size, a& b)
#define OR_REDUCE(name, T, size) REDUCE(name, T, size, a | b)
#define XOR_REDUCE(name, T, size) REDUCE(name, T, size, a ^ b)

#define ROUTINE(kind, name, T, size) \
  static void test_##name(void) {    \
    kind(name, T, size)              \
  }
#include "gen/stream.inc"
#undef ROUTINE

static const struct {
  const char* name;
  void (*run)(void);
} tests[] = {
#define ROUTINE(kind, name, T, size) {#name, test_##name},
#include "gen/stream.inc"
#undef ROUTINE
};

int main(int argc, char** argv) {
  if (argc > 1) where = argv[1];
  begin();
  next = (me + 1) % n;
  before = (me + n - 1) % n;
  area = take(AREA);
  signal_word = take(sizeof *signal_word);
  source = take(AREA);
  marker = take(sizeof *marker);
  const size_t count = sizeof tests / sizeof *tests;
  for (size_t i = 0; i < count; ++i) {
    if (me == 0 && getenv("PENSTOCK_TEST_NAMES") != NULL) printf("%s\n", tests[i].name);
    tests[i].run();
  }
  if (me == 0) printf("%zu routines x types on streams, memory of %s\n", count, where);
  end();
  return 0;
}
