/* Atomics: each PE on a word of the next one, then all on a word of PE 0. */
#include "routines.h"

enum { TURNS = 10 };

/* The own words: the first for the PE before, the second for all. */
#define WORDS(T)                   \
  T* const words = (void*)fresh(); \
  T old = (T)0;                    \
  (void)old;                       \
  words[0] = (T)(40 + me);         \
  settle();

#define FETCH(name, form, T, size)  \
  WORDS(T)                          \
  old = name form(&words[0], next); \
  CHECK(old == (T)(40 + next));     \
  settle();

#define FETCH_NBI(name, form, T, size) \
  WORDS(T)                             \
  name form(&old, &words[0], next);    \
  complete();                          \
  CHECK(old == (T)(40 + next));        \
  settle();

#define SET(name, form, T, size)            \
  WORDS(T)                                  \
  name form(&words[0], (T)(70 + me), next); \
  settle();                                 \
  CHECK(words[0] == (T)(70 + before) && words[1] == (T)0);

#define SWAP(name, form, T, size)                 \
  WORDS(T)                                        \
  old = name form(&words[0], (T)(70 + me), next); \
  CHECK(old == (T)(40 + next));                   \
  settle();                                       \
  CHECK(words[0] == (T)(70 + before) && words[1] == (T)0);

#define SWAP_NBI(name, form, T, size)             \
  WORDS(T)                                        \
  name form(&old, &words[0], (T)(70 + me), next); \
  complete();                                     \
  CHECK(old == (T)(40 + next));                   \
  settle();                                       \
  CHECK(words[0] == (T)(70 + before) && words[1] == (T)0);

#define COMPARE_SWAP(name, form, T, size)                                                                        \
  WORDS(T)                                                                                                       \
  old = name form(&words[0], (T)(41 + next), (T)1, next);                                                        \
  CHECK(old == (T)(40 + next));                                                                                  \
  old = name form(&words[0], (T)(40 + next), (T)(70 + me), next);                                                \
  CHECK(old == (T)(40 + next));                                                                                  \
  settle();                                                                                                      \
  CHECK(words[0] == (T)(70 + before));                                                                           \
  for (int turn = 0; turn < TURNS; ++turn) { /* a counter by it */                                               \
    for (T seen = (T)0, now; (now = name form(&words[1], seen, (T)(seen + 1), 0)) != seen; seen = now) continue; \
  }                                                                                                              \
  settle();                                                                                                      \
  if (me == 0) CHECK(words[1] == (T)(TURNS * n));                                                                \
  settle();

#define COMPARE_SWAP_NBI(name, form, T, size)                     \
  WORDS(T)                                                        \
  name form(&old, &words[0], (T)(41 + next), (T)1, next);         \
  complete();                                                     \
  CHECK(old == (T)(40 + next));                                   \
  name form(&old, &words[0], (T)(40 + next), (T)(70 + me), next); \
  complete();                                                     \
  CHECK(old == (T)(40 + next));                                   \
  settle();                                                       \
  CHECK(words[0] == (T)(70 + before) && words[1] == (T)0);

/* Integers: `after` of what was there, 40 + PE. `operand` is (, value) or nothing. */
#define AFTER_ALL(T, sum)                   \
  settle();                                 \
  if (me == 0) CHECK(words[1] == (T)(sum)); \
  settle();

#define FETCH_INC(name, form, T, size)                                    \
  WORDS(T)                                                                \
  old = name form(&words[0], next);                                       \
  CHECK(old == (T)(40 + next));                                           \
  for (int turn = 0; turn < TURNS; ++turn) (void)name form(&words[1], 0); \
  AFTER_ALL(T, TURNS* n)                                                  \
  CHECK(words[0] == (T)(41 + me));

#define FETCH_INC_NBI(name, form, T, size)                                \
  WORDS(T)                                                                \
  name form(&old, &words[0], next);                                       \
  complete();                                                             \
  CHECK(old == (T)(40 + next));                                           \
  for (int turn = 0; turn < TURNS; ++turn) name form(&old, &words[1], 0); \
  AFTER_ALL(T, TURNS* n)                                                  \
  CHECK(words[0] == (T)(41 + me));

#define INC(name, form, T, size)                                    \
  WORDS(T)                                                          \
  name form(&words[0], next);                                       \
  for (int turn = 0; turn < TURNS; ++turn) name form(&words[1], 0); \
  AFTER_ALL(T, TURNS* n)                                            \
  CHECK(words[0] == (T)(41 + me));

#define FETCH_ADD(name, form, T, size)                                          \
  WORDS(T)                                                                      \
  old = name form(&words[0], (T) - 7, next);                                    \
  CHECK(old == (T)(40 + next));                                                 \
  for (int turn = 0; turn < TURNS; ++turn) (void)name form(&words[1], (T)3, 0); \
  AFTER_ALL(T, 3 * TURNS * n)                                                   \
  CHECK(words[0] == (T)(33 + me));

#define FETCH_ADD_NBI(name, form, T, size)                                      \
  WORDS(T)                                                                      \
  name form(&old, &words[0], (T) - 7, next);                                    \
  complete();                                                                   \
  CHECK(old == (T)(40 + next));                                                 \
  for (int turn = 0; turn < TURNS; ++turn) name form(&old, &words[1], (T)3, 0); \
  AFTER_ALL(T, 3 * TURNS * n)                                                   \
  CHECK(words[0] == (T)(33 + me));

#define ADD(name, form, T, size)                                          \
  WORDS(T)                                                                \
  name form(&words[0], (T) - 7, next);                                    \
  for (int turn = 0; turn < TURNS; ++turn) name form(&words[1], (T)3, 0); \
  AFTER_ALL(T, 3 * TURNS * n)                                             \
  CHECK(words[0] == (T)(33 + me));

/* Bits: on 40 + PE, and each PE its own bit (of 31) of PE 0's word. */
#define BIT(T) ((T)((T)1 << (me % 31)))
#define ALL_BITS(T) ((T)(((T)1 << (n < 31 ? n : 31)) - 1))
#define FETCH_BITS(name, form, T, op, start, operand, end) \
  WORDS(T)                                                 \
  words[1] = start;                                        \
  settle();                                                \
  old = name form(&words[0], (T)0x2c, next);               \
  CHECK(old == (T)(40 + next));                            \
  (void)name form(&words[1], operand, 0);                  \
  AFTER_ALL(T, end)                                        \
  CHECK(words[0] == (T)((40 + me) op 0x2c));
#define FETCH_BITS_NBI(name, form, T, op, start, operand, end) \
  WORDS(T)                                                     \
  words[1] = start;                                            \
  settle();                                                    \
  name form(&old, &words[0], (T)0x2c, next);                   \
  complete();                                                  \
  CHECK(old == (T)(40 + next));                                \
  name form(&old, &words[1], operand, 0);                      \
  AFTER_ALL(T, end)                                            \
  CHECK(words[0] == (T)((40 + me) op 0x2c));
#define BITS(name, form, T, op, start, operand, end) \
  WORDS(T)                                           \
  words[1] = start;                                  \
  settle();                                          \
  name form(&words[0], (T)0x2c, next);               \
  name form(&words[1], operand, 0);                  \
  AFTER_ALL(T, end)                                  \
  CHECK(words[0] == (T)((40 + me) op 0x2c));
#define FETCH_AND(name, form, T, size) FETCH_BITS(name, form, T, &, ALL_BITS(T), (T)~BIT(T), 0)
#define FETCH_AND_NBI(name, form, T, size) FETCH_BITS_NBI(name, form, T, &, ALL_BITS(T), (T)~BIT(T), 0)
#define AND(name, form, T, size) BITS(name, form, T, &, ALL_BITS(T), (T)~BIT(T), 0)
#define FETCH_OR(name, form, T, size) FETCH_BITS(name, form, T, |, (T)0, BIT(T), ALL_BITS(T))
#define FETCH_OR_NBI(name, form, T, size) FETCH_BITS_NBI(name, form, T, |, (T)0, BIT(T), ALL_BITS(T))
#define OR(name, form, T, size) BITS(name, form, T, |, (T)0, BIT(T), ALL_BITS(T))
#define FETCH_XOR(name, form, T, size) FETCH_BITS(name, form, T, ^, (T)0, BIT(T), ALL_BITS(T))
#define FETCH_XOR_NBI(name, form, T, size) FETCH_BITS_NBI(name, form, T, ^, (T)0, BIT(T), ALL_BITS(T))
#define XOR(name, form, T, size) BITS(name, form, T, ^, (T)0, BIT(T), ALL_BITS(T))

#define ROUTINE(kind, name, form, T, size) \
  static void test_##name(void) {          \
    kind(name, form, T, size)              \
  }
#include "../gen/atomics.inc"
#undef ROUTINE
#define ROUTINE(kind, name, form, T, size) {#name, test_##name, FORM_##form},
static const struct routine_test atomic_tests_rows[] = {
#include "../gen/atomics.inc"
};
DEFINE_TESTS(atomic_tests)
