/* Waiting for, and testing, words that the PE before writes. */
#include "routines.h"

enum { WORDS = 4 };

/* A comparison, what is there at first, what comes, and what it is compared with: false before, true after. */
static const struct {
  int cmp, first, then, reference;
} comparisons[] = {{SHMEM_CMP_EQ, 5, 7, 7}, {SHMEM_CMP_NE, 5, 7, 5}, {SHMEM_CMP_GT, 5, 7, 5},
                   {SHMEM_CMP_LE, 5, 3, 4}, {SHMEM_CMP_LT, 5, 3, 5}, {SHMEM_CMP_GE, 5, 6, 6}};
enum { COMPARISONS = sizeof comparisons / sizeof *comparisons };

#define GIVE(T, word, value)                          \
  do {                                                \
    const T given = (value);                          \
    shmem_putmem((word), &given, sizeof given, next); \
  } while (0)

/* The sign of the type counts: all bits are less than 0, or greater. */
#define BELOW(T) ((double)(T)(-1) < 0 ? SHMEM_CMP_LT : SHMEM_CMP_GT)

#define WAIT_UNTIL(name, form, T, size)                                    \
  T* const words = (void*)fresh();                                         \
  for (int i = 0; i < COMPARISONS; ++i) {                                  \
    words[0] = (T)comparisons[i].first;                                    \
    settle();                                                              \
    GIVE(T, &words[0], (T)comparisons[i].then);                            \
    name form(&words[0], comparisons[i].cmp, (T)comparisons[i].reference); \
    CHECK(words[0] == (T)comparisons[i].then);                             \
    settle();                                                              \
  }                                                                        \
  words[0] = (T) - 1;                                                      \
  name form(&words[0], BELOW(T), (T)0);

#define WAIT(name, form, T, size)  \
  T* const words = (void*)fresh(); \
  words[0] = (T)5;                 \
  settle();                        \
  GIVE(T, &words[0], (T)7);        \
  name form(&words[0], (T)5);      \
  CHECK(words[0] == (T)7);         \
  settle();

#define TEST(name, form, T, size)                                                  \
  T* const words = (void*)fresh();                                                 \
  for (int i = 0; i < COMPARISONS; ++i) {                                          \
    words[0] = (T)comparisons[i].first;                                            \
    CHECK(!name form(&words[0], comparisons[i].cmp, (T)comparisons[i].reference)); \
    settle();                                                                      \
    GIVE(T, &words[0], (T)comparisons[i].then);                                    \
    settle();                                                                      \
    CHECK(name form(&words[0], comparisons[i].cmp, (T)comparisons[i].reference));  \
    settle();                                                                      \
  }                                                                                \
  words[0] = (T) - 1;                                                              \
  CHECK(name form(&words[0], BELOW(T), (T)0));

/* Word i is to become want[i]; the second one is left out. */
#define WANT(T, step)                                                                      \
  T* const words = (void*)fresh();                                                         \
  const T want[WORDS] = {(T)7, (T)(7 + (step)), (T)(7 + 2 * (step)), (T)(7 + 3 * (step))}; \
  int out[WORDS] = {0, 1, 0, 0};                                                           \
  const int all_out[WORDS] = {1, 1, 1, 1};                                                 \
  settle();

#define ALL_WAITS(name, form, T, step, arg)                                 \
  WANT(T, step)                                                             \
  for (int i = 0; i < WORDS; ++i) {                                         \
    if (!out[i]) GIVE(T, &words[i], want[i]);                               \
  }                                                                         \
  name form(words, WORDS, out, SHMEM_CMP_EQ, arg);                          \
  CHECK(words[0] == want[0] && words[2] == want[2] && words[3] == want[3]); \
  CHECK(words[1] == (T)0);                                                  \
  name form(words, WORDS, all_out, SHMEM_CMP_EQ, arg);                      \
  name form(words, 1, NULL, SHMEM_CMP_EQ, arg);                             \
  settle();

#define ANY_WAITS(name, form, T, step, arg)                               \
  WANT(T, step)                                                           \
  GIVE(T, &words[1], want[1]);                                            \
  GIVE(T, &words[2], want[2]);                                            \
  CHECK(name form(words, WORDS, out, SHMEM_CMP_EQ, arg) == 2);            \
  CHECK(words[2] == want[2]);                                             \
  CHECK(name form(words, WORDS, all_out, SHMEM_CMP_EQ, arg) == SIZE_MAX); \
  settle();

#define SOME_WAITS(name, form, T, step, arg)                                      \
  WANT(T, step)                                                                   \
  size_t indices[WORDS], found = 0;                                               \
  for (int i = 0; i < 3; ++i) GIVE(T, &words[i], want[i]);                        \
  while (found < 2) {                                                             \
    const size_t some = name form(words, WORDS, indices, out, SHMEM_CMP_EQ, arg); \
    CHECK(some >= 1 && found + some <= 2);                                        \
    for (size_t i = 0; i < some; ++i) {                                           \
      CHECK((indices[i] == 0 || indices[i] == 2) && !out[indices[i]]);            \
      out[indices[i]] = 1;                                                        \
    }                                                                             \
    found += some;                                                                \
  }                                                                               \
  CHECK(name form(words, WORDS, indices, all_out, SHMEM_CMP_EQ, arg) == 0);       \
  settle();

#define ALL_TESTS(name, form, T, step, arg)                   \
  WANT(T, step)                                               \
  CHECK(!name form(words, WORDS, out, SHMEM_CMP_EQ, arg));    \
  CHECK(name form(words, WORDS, all_out, SHMEM_CMP_EQ, arg)); \
  settle();                                                   \
  for (int i = 0; i < WORDS; ++i) {                           \
    if (!out[i]) GIVE(T, &words[i], want[i]);                 \
  }                                                           \
  settle();                                                   \
  CHECK(name form(words, WORDS, out, SHMEM_CMP_EQ, arg));     \
  CHECK(!name form(words, WORDS, NULL, SHMEM_CMP_EQ, arg));   \
  settle();

#define ANY_TESTS(name, form, T, step, arg)                               \
  WANT(T, step)                                                           \
  CHECK(name form(words, WORDS, out, SHMEM_CMP_EQ, arg) == SIZE_MAX);     \
  settle();                                                               \
  GIVE(T, &words[1], want[1]);                                            \
  GIVE(T, &words[2], want[2]);                                            \
  settle();                                                               \
  CHECK(name form(words, WORDS, out, SHMEM_CMP_EQ, arg) == 2);            \
  CHECK(name form(words, WORDS, NULL, SHMEM_CMP_EQ, arg) < 3);            \
  CHECK(name form(words, WORDS, all_out, SHMEM_CMP_EQ, arg) == SIZE_MAX); \
  settle();

#define SOME_TESTS(name, form, T, step, arg)                                           \
  WANT(T, step)                                                                        \
  size_t indices[WORDS];                                                               \
  CHECK(name form(words, WORDS, indices, out, SHMEM_CMP_EQ, arg) == 0);                \
  settle();                                                                            \
  for (int i = 0; i < 3; ++i) GIVE(T, &words[i], want[i]);                             \
  settle();                                                                            \
  CHECK(name form(words, WORDS, indices, out, SHMEM_CMP_EQ, arg) == 2);                \
  CHECK((indices[0] == 0 && indices[1] == 2) || (indices[0] == 2 && indices[1] == 0)); \
  CHECK(name form(words, WORDS, indices, NULL, SHMEM_CMP_EQ, arg) == 3);               \
  CHECK(name form(words, WORDS, indices, all_out, SHMEM_CMP_EQ, arg) == 0);            \
  settle();

#define WAIT_UNTIL_ALL(name, form, T, size) ALL_WAITS(name, form, T, 0, want[0])
#define WAIT_UNTIL_ANY(name, form, T, size) ANY_WAITS(name, form, T, 0, want[0])
#define WAIT_UNTIL_SOME(name, form, T, size) SOME_WAITS(name, form, T, 0, want[0])
#define WAIT_UNTIL_ALL_VECTOR(name, form, T, size) ALL_WAITS(name, form, T, 1, want)
#define WAIT_UNTIL_ANY_VECTOR(name, form, T, size) ANY_WAITS(name, form, T, 1, want)
#define WAIT_UNTIL_SOME_VECTOR(name, form, T, size) SOME_WAITS(name, form, T, 1, want)
#define TEST_ALL(name, form, T, size) ALL_TESTS(name, form, T, 0, want[0])
#define TEST_ANY(name, form, T, size) ANY_TESTS(name, form, T, 0, want[0])
#define TEST_SOME(name, form, T, size) SOME_TESTS(name, form, T, 0, want[0])
#define TEST_ALL_VECTOR(name, form, T, size) ALL_TESTS(name, form, T, 1, want)
#define TEST_ANY_VECTOR(name, form, T, size) ANY_TESTS(name, form, T, 1, want)
#define TEST_SOME_VECTOR(name, form, T, size) SOME_TESTS(name, form, T, 1, want)

#define ROUTINE(kind, name, form, T, size) \
  static void test_##name(void) {          \
    kind(name, form, T, size)              \
  }
#include "../gen/waits.inc"
#undef ROUTINE
#define ROUTINE(kind, name, form, T, size) {#name, test_##name, FORM_##form},
static const struct routine_test wait_tests_rows[] = {
#include "../gen/waits.inc"
};
DEFINE_TESTS(wait_tests)
