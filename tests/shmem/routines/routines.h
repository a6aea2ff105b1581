/* What the tests of single routines share. gen/ has a row for each routine that is there:
     ROUTINE(kind, name, form, T, size)
   `kind` is a macro, the body of the test; `name form(arguments)` is the call, for form is CTX where the first argument is a
   context, else PLAIN. T is the C type, an integer of that size where it is void. All PEs run the same tests in the same order.
 */
#ifndef ROUTINES_H
#define ROUTINES_H

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN(...) (__VA_ARGS__)
#define CTX(...) (SHMEM_CTX_DEFAULT, __VA_ARGS__)

#define CHECK(what)                                                                                            \
  do {                                                                                                         \
    if (!(what)) {                                                                                             \
      fprintf(stderr, "%s:%d: PE %d: %s: %s\n", __FILE__, __LINE__, shmem_my_pe(), routine_under_test, #what); \
      shmem_global_exit(1);                                                                                    \
    }                                                                                                          \
  } while (0)

typedef struct {
  uint64_t half[2];
} word128;

struct routine_test {
  const char* name;
  void (*run)(void);
};
struct routine_tests {
  const struct routine_test* tests;
  size_t count;
};
extern const struct routine_tests move_tests, atomic_tests, wait_tests, hand_tests, collective_tests;

/* Of the file that includes a list of rows: the functions, then their table. */
#define DEFINE_TESTS(table) const struct routine_tests table = {table##_rows, sizeof table##_rows / sizeof *table##_rows};

enum { AREA = 4096, COUNT = 9 }; /* bytes of an area; elements that are moved */

extern const char* routine_under_test;
extern int me, n, next, before;    /* this PE, how many, and its neighbours in the ring */
extern unsigned char* area;        /* symmetric */
extern unsigned char* source_area; /* symmetric, with this PE's pattern */
extern uint64_t* signals;          /* symmetric, one for each PE and one more */
extern long* sync_words;           /* symmetric, SHMEM_SYNC_VALUE, for active sets */
extern unsigned char* work_area;   /* symmetric */
extern unsigned char local[AREA];

/* The pattern of a PE. */
unsigned char pattern(int pe, size_t byte);
/* The area is zeros on all PEs, the local memory too. */
unsigned char* fresh(void);
/* Everything so far is done everywhere. */
void settle(void);
/* `bytes` of the image come from there in a PE's pattern. */
void expect(unsigned char* image, size_t at, int pe, size_t from, size_t bytes);
/* What came from a PE's pattern: blocks of `each` elements, from `first` (element) on with those strides. All else is zeros. */
void check_image(const unsigned char* image, size_t size, size_t first, size_t to_stride, size_t from_stride, size_t each,
                 size_t blocks, int pe);

#endif
