/* Collectives of teams and of active sets, of few and of many elements. */
#include <complex.h>

#include "routines.h"

enum { EACH = 2, LONG = 300, LONG_EACH = 100, LONG_FOLD = 700 }; /* elements; EACH: from one PE to another */

/* The body with few elements, then with many. */
#define COUNTS(few, many, ...)                    \
  for (int turn = 0; turn < 2; ++turn) {          \
    const int count = turn == 0 ? (few) : (many); \
    __VA_ARGS__                                   \
  }

/* The area holds this. */
static void check_area(const unsigned char* wanted) {
  CHECK(memcmp(area, wanted, AREA) == 0);
  settle();
}

/* From the last PE, then from the first one. */
#define BROADCASTS(size, call, root_too)                                                \
  COUNTS(                                                                               \
      COUNT, LONG, for (int root = n - 1; root >= 0; root -= n > 1 ? n - 1 : 1) {       \
        unsigned char wanted[AREA] = {0};                                               \
        unsigned char* const dest = fresh();                                            \
        (void)dest;                                                                     \
        call;                                                                           \
        settle();                                                                       \
        if (me != root || (root_too)) expect(wanted, 0, root, 0, (size_t)count*(size)); \
        check_area(wanted);                                                             \
      })
#define BROADCAST(name, form, T, size) \
  BROADCASTS(size, CHECK(name form((void*)dest, (void*)source_area, (size_t)count, root) == 0), 1)
#define SET_BROADCAST(name, form, T, size) \
  BROADCASTS(size, name form((void*)dest, (void*)source_area, (size_t)count, root, 0, ring.log_stride, n, sync_words), 0)

/* Of PE p so many elements. */
#define COLLECTS(size, call, of_pe)                        \
  COUNTS(COUNT, LONG, {                                    \
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
    check_area(wanted);                                    \
  })
/* Some have nothing. */
#define OWN(pe) (count / 3 * ((pe) % 3))
#define COLLECT(name, form, T, size) \
  COLLECTS(size, CHECK(name form((void*)dest, (void*)source_area, (size_t)OWN(me)) == 0), OWN(pe))
#define FCOLLECT(name, form, T, size) \
  COLLECTS(size, CHECK(name form((void*)dest, (void*)source_area, (size_t)count) == 0), count)
#define SET_COLLECT(name, form, T, size) \
  COLLECTS(size, name form((void*)dest, (void*)source_area, (size_t)OWN(me), 0, ring.log_stride, n, sync_words), OWN(pe))
#define SET_FCOLLECT(name, form, T, size) \
  COLLECTS(size, name form((void*)dest, (void*)source_area, (size_t)count, 0, ring.log_stride, n, sync_words), count)

/* Elements with strides on both sides. */
#define EXCHANGES(size, call, to_stride, from_stride)                         \
  COUNTS(EACH, LONG_EACH, {                                                   \
    unsigned char wanted[AREA] = {0};                                         \
    unsigned char* const dest = fresh();                                      \
    (void)dest;                                                               \
    call;                                                                     \
    settle();                                                                 \
    for (int pe = 0; pe < n; ++pe) {                                          \
      for (int i = 0; i < count; ++i) {                                       \
        expect(wanted, (size_t)((pe * count + i) * (to_stride)) * (size), pe, \
               (size_t)((me * count + i) * (from_stride)) * (size), (size));  \
      }                                                                       \
    }                                                                         \
    check_area(wanted);                                                       \
  })
#define ALLTOALL(name, form, T, size) \
  EXCHANGES(size, CHECK(name form((void*)dest, (void*)source_area, (size_t)count) == 0), 1, 1)
#define ALLTOALLS(name, form, T, size) \
  EXCHANGES(size, CHECK(name form((void*)dest, (void*)source_area, 2, 3, (size_t)count) == 0), 2, 3)
#define SET_ALLTOALL(name, form, T, size) \
  EXCHANGES(size, name form((void*)dest, (void*)source_area, (size_t)count, 0, ring.log_stride, n, sync_words), 1, 1)
#define SET_ALLTOALLS(name, form, T, size) \
  EXCHANGES(size, name form((void*)dest, (void*)source_area, 2, 3, (size_t)count, 0, ring.log_stride, n, sync_words), 2, 3)

/* What PE p gives as element i: small, so that sums and products of eight are exact in floating-point numbers. */
#define TERM(T, p, i) ((T)((double)(1 + ((p) + (i)) % 3) + (double)((p) % 2) * I))
/* From memory of its own, then in place. */
#define FOLDS(T, call, first, last, combine)                               \
  COUNTS(                                                                  \
      COUNT, LONG_FOLD, for (int in_place = 0; in_place < 2; ++in_place) { \
        T* const dest = (void*)fresh();                                    \
        T* const source = in_place ? dest : (T*)(void*)(area + AREA / 2);  \
        for (int i = 0; i < count; ++i) source[i] = TERM(T, me, i);        \
        settle();                                                          \
        call;                                                              \
        for (int i = 0; i < count && (first) <= (last); ++i) {             \
          T a = TERM(T, first, i);                                         \
          for (int pe = (first) + 1; pe <= (last); ++pe) {                 \
            const T b = TERM(T, pe, i);                                    \
            a = (T)(combine);                                              \
          }                                                                \
          CHECK(dest[i] == a);                                             \
        }                                                                  \
        CHECK(dest[count] == (T)0);                                        \
        settle();                                                          \
      })
#define REDUCES(name, form, T, combine) FOLDS(T, CHECK(name form(dest, source, (size_t)count) == 0), 0, n - 1, combine)
#define TO_ALLS(name, form, T, combine) \
  FOLDS(T, name form(dest, source, count, 0, ring.log_stride, n, (T*)(void*)work_area, sync_words), 0, n - 1, combine)
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
#define SUM_INSCAN(name, form, T, size) FOLDS(T, CHECK(name form(dest, source, (size_t)count) == 0), 0, me, a + b)
/* The first one has nothing in front of it. */
#define SUM_EXSCAN(name, form, T, size) FOLDS(T, CHECK(name form(dest, source, (size_t)count) == 0), 0, me - 1, a + b)

#define ROUTINE(kind, name, form, T, size) \
  static void test_##name(void) {          \
    kind(name, form, T, size)              \
  }
#include "../gen/collectives.inc"
#undef ROUTINE
#define ROUTINE(kind, name, form, T, size) {#name, test_##name, FORM_##form},
static const struct routine_test collective_tests_rows[] = {
#include "../gen/collectives.inc"
    {"", NULL, FORM_PLAIN}};
DEFINE_TESTS(collective_tests)
