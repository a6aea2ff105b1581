/* Collectives of the team of all PEs, and of the active set of all. */
#include "routines.h"

enum { EACH = 2 }; /* elements from one PE to another */

/* The area holds this. */
static void check_area(const unsigned char* wanted) {
  CHECK(memcmp(area, wanted, AREA) == 0);
  settle();
}

/* From the last PE. */
#define BROADCASTS(size, call, root_too)                                  \
  const int root = n - 1;                                                 \
  unsigned char wanted[AREA] = {0};                                       \
  unsigned char* const dest = fresh();                                    \
  (void)dest;                                                             \
  call;                                                                   \
  settle();                                                               \
  if (me != root || (root_too)) expect(wanted, 0, root, 0, COUNT*(size)); \
  check_area(wanted);
#define BROADCAST(name, form, T, size) \
  BROADCASTS(size, CHECK(name form(SHMEM_TEAM_WORLD, (void*)dest, (void*)source_area, COUNT, root) == 0), 1)
#define SET_BROADCAST(name, form, T, size) \
  BROADCASTS(size, name form((void*)dest, (void*)source_area, COUNT, root, 0, 0, n, sync_words), 0)

/* Of PE p so many elements. */
#define COLLECTS(size, call, of_pe)                      \
  unsigned char wanted[AREA] = {0};                      \
  unsigned char* const dest = fresh();                   \
  size_t at = 0;                                         \
  (void)dest;                                            \
  call;                                                  \
  settle();                                              \
  for (int pe = 0; pe < n; ++pe) {                       \
    expect(wanted, at, pe, 0, (size_t)(of_pe) * (size)); \
    at += (size_t)(of_pe) * (size);                      \
  }                                                      \
  check_area(wanted);
#define COLLECT(name, form, T, size) \
  COLLECTS(size, CHECK(name form(SHMEM_TEAM_WORLD, (void*)dest, (void*)source_area, (size_t)me + 1) == 0), pe + 1)
#define FCOLLECT(name, form, T, size) \
  COLLECTS(size, CHECK(name form(SHMEM_TEAM_WORLD, (void*)dest, (void*)source_area, COUNT) == 0), COUNT)
#define SET_COLLECT(name, form, T, size) \
  COLLECTS(size, name form((void*)dest, (void*)source_area, (size_t)me + 1, 0, 0, n, sync_words), pe + 1)
#define SET_FCOLLECT(name, form, T, size) \
  COLLECTS(size, name form((void*)dest, (void*)source_area, COUNT, 0, 0, n, sync_words), COUNT)

/* Elements with strides on both sides. */
#define EXCHANGES(size, call, to_stride, from_stride)                                                                          \
  unsigned char wanted[AREA] = {0};                                                                                            \
  unsigned char* const dest = fresh();                                                                                         \
  (void)dest;                                                                                                                  \
  call;                                                                                                                        \
  settle();                                                                                                                    \
  for (int pe = 0; pe < n; ++pe) {                                                                                             \
    for (int i = 0; i < EACH; ++i) {                                                                                           \
      expect(wanted, (size_t)((pe * EACH + i) * (to_stride)) * (size), pe, (size_t)((me * EACH + i) * (from_stride)) * (size), \
             (size));                                                                                                          \
    }                                                                                                                          \
  }                                                                                                                            \
  check_area(wanted);
#define ALLTOALL(name, form, T, size) \
  EXCHANGES(size, CHECK(name form(SHMEM_TEAM_WORLD, (void*)dest, (void*)source_area, EACH) == 0), 1, 1)
#define ALLTOALLS(name, form, T, size) \
  EXCHANGES(size, CHECK(name form(SHMEM_TEAM_WORLD, (void*)dest, (void*)source_area, 2, 3, EACH) == 0), 2, 3)
#define SET_ALLTOALL(name, form, T, size) \
  EXCHANGES(size, name form((void*)dest, (void*)source_area, EACH, 0, 0, n, sync_words), 1, 1)
#define SET_ALLTOALLS(name, form, T, size) \
  EXCHANGES(size, name form((void*)dest, (void*)source_area, 2, 3, EACH, 0, 0, n, sync_words), 2, 3)

/* What PE p gives as element i: small, so that sums and products of eight are exact in floating-point numbers. */
#define TERM(T, p, i) ((T)(1 + ((p) + (i)) % 3))
#define FOLDS(T, call, first, last, combine)                  \
  T* const dest = (void*)fresh();                             \
  T* const source = (void*)(area + AREA / 2);                 \
  for (int i = 0; i < COUNT; ++i) source[i] = TERM(T, me, i); \
  settle();                                                   \
  call;                                                       \
  for (int i = 0; i < COUNT && (first) <= (last); ++i) {      \
    T a = TERM(T, first, i);                                  \
    for (int pe = (first) + 1; pe <= (last); ++pe) {          \
      const T b = TERM(T, pe, i);                             \
      a = (T)(combine);                                       \
    }                                                         \
    CHECK(dest[i] == a);                                      \
  }                                                           \
  settle();
#define REDUCES(name, form, T, combine) \
  FOLDS(T, CHECK(name form(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0), 0, n - 1, combine)
#define TO_ALLS(name, form, T, combine) \
  FOLDS(T, name form(dest, source, COUNT, 0, 0, n, (T*)(void*)work_area, sync_words), 0, n - 1, combine)
#define AND_REDUCE(name, form, T, size) REDUCES(name, form, T, a& b)
#define OR_REDUCE(name, form, T, size) REDUCES(name, form, T, a | b)
#define XOR_REDUCE(name, form, T, size) REDUCES(name, form, T, a ^ b)
#define MAX_REDUCE(name, form, T, size) REDUCES(name, form, T, a > b ? a : b)
#define MIN_REDUCE(name, form, T, size) REDUCES(name, form, T, a < b ? a : b)
#define SUM_REDUCE(name, form, T, size) REDUCES(name, form, T, a + b)
#define PROD_REDUCE(name, form, T, size) REDUCES(name, form, T, a* b)
#define AND_TO_ALL(name, form, T, size) TO_ALLS(name, form, T, a& b)
#define OR_TO_ALL(name, form, T, size) TO_ALLS(name, form, T, a | b)
#define XOR_TO_ALL(name, form, T, size) TO_ALLS(name, form, T, a ^ b)
#define MAX_TO_ALL(name, form, T, size) TO_ALLS(name, form, T, a > b ? a : b)
#define MIN_TO_ALL(name, form, T, size) TO_ALLS(name, form, T, a < b ? a : b)
#define SUM_TO_ALL(name, form, T, size) TO_ALLS(name, form, T, a + b)
#define PROD_TO_ALL(name, form, T, size) TO_ALLS(name, form, T, a* b)
#define SUM_INSCAN(name, form, T, size) FOLDS(T, CHECK(name form(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0), 0, me, a + b)
/* PE 0 has nothing in front of it. */
#define SUM_EXSCAN(name, form, T, size) FOLDS(T, CHECK(name form(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0), 0, me - 1, a + b)

#define ROUTINE(kind, name, form, T, size) \
  static void test_##name(void) {          \
    kind(name, form, T, size)              \
  }
#include "../gen/collectives.inc"
#undef ROUTINE
#define ROUTINE(kind, name, form, T, size) {#name, test_##name},
static const struct routine_test collective_tests_rows[] = {
#include "../gen/collectives.inc"
    {"", NULL}};
DEFINE_TESTS(collective_tests)
