/* Put, get, their strided and non-blocking forms, and puts with a signal. */
#include "routines.h"

/* From the second element on, so that what lies in front is looked at too. */
#define PUT(name, form, T, size)                           \
  unsigned char* const dest = fresh() + (size);            \
  name form((void*)dest, (void*)source_area, COUNT, next); \
  settle();                                                \
  check_image(area, size, 1, 1, 1, COUNT, 1, before);

#define GET(name, form, T, size)                                       \
  fresh();                                                             \
  name form((void*)(local + (size)), (void*)source_area, COUNT, next); \
  settle();                                                            \
  check_image(local, size, 1, 1, 1, COUNT, 1, next);

#define IPUT(name, form, T, size)                                \
  unsigned char* const dest = fresh();                           \
  name form((void*)dest, (void*)source_area, 2, 3, COUNT, next); \
  settle();                                                      \
  check_image(area, size, 0, 2, 3, 1, COUNT, before);

#define IGET(name, form, T, size)                                 \
  fresh();                                                        \
  name form((void*)local, (void*)source_area, 3, 2, COUNT, next); \
  settle();                                                       \
  check_image(local, size, 0, 3, 2, 1, COUNT, next);

#define IBPUT(name, form, T, size)                                  \
  unsigned char* const dest = fresh();                              \
  name form((void*)dest, (void*)source_area, 4, 5, 3, COUNT, next); \
  settle();                                                         \
  check_image(area, size, 0, 4, 5, 3, COUNT, before);

#define IBGET(name, form, T, size)                                   \
  fresh();                                                           \
  name form((void*)local, (void*)source_area, 5, 4, 3, COUNT, next); \
  settle();                                                          \
  check_image(local, size, 0, 5, 4, 3, COUNT, next);

#define P(name, form, T, size)             \
  T* const dest = (void*)fresh();          \
  name form(&dest[1], (T)(40 + me), next); \
  settle();                                \
  CHECK(dest[1] == (T)(40 + before) && dest[0] == (T)0 && dest[2] == (T)0);

#define G(name, form, T, size)                        \
  T* const dest = (void*)fresh();                     \
  dest[1] = (T)(40 + me);                             \
  settle();                                           \
  CHECK(name form(&dest[1], next) == (T)(40 + next)); \
  settle();

/* The signal of the PE before says that its data are there: once set, once added to. */
#define PUT_SIGNAL(name, form, T, size)                                                            \
  for (int turn = 0; turn < 2; ++turn) {                                                           \
    unsigned char* const dest = fresh() + (size);                                                  \
    const int op = turn == 0 ? SHMEM_SIGNAL_SET : SHMEM_SIGNAL_ADD;                                \
    signals[0] = 1;                                                                                \
    settle();                                                                                      \
    name form((void*)dest, (void*)source_area, COUNT, &signals[0], 5, op, next);                   \
    CHECK(shmem_signal_wait_until(&signals[0], SHMEM_CMP_NE, 1) == (uint64_t)(turn == 0 ? 5 : 6)); \
    check_image(area, size, 1, 1, 1, COUNT, 1, before);                                            \
    settle();                                                                                      \
  }

#define ROUTINE(kind, name, form, T, size) \
  static void test_##name(void) {          \
    kind(name, form, T, size)              \
  }
#include "../gen/moves.inc"
#undef ROUTINE
#define ROUTINE(kind, name, form, T, size) {#name, test_##name, FORM_##form},
static const struct routine_test move_tests_rows[] = {
#include "../gen/moves.inc"
};
DEFINE_TESTS(move_tests)
