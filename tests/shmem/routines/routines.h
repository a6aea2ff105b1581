/* What the tests of single routines share. gen/ has a row for each routine that is there:
     ROUTINE(kind, name, form, T, size)
   `kind` is a macro, the body of the test; `name form(arguments)` is the call. The form says what the routine works on, and so
   how often the test runs: once over all PEs (PLAIN), over contexts (CTX), teams (TEAM) or active sets (ACTIVE_SET) of
   different PEs. In the test `ring` is that, and numbers of PEs are numbers in it. T is the C type, an integer of that size
   where it is void. All PEs run the same tests in the same order.
 */
#ifndef ROUTINES_H
#define ROUTINES_H

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN(...) (__VA_ARGS__)
#define CTX(...) (ring.ctx, __VA_ARGS__)
#define TEAM(...) (ring.team, __VA_ARGS__)
#define ACTIVE_SET(...) (__VA_ARGS__)

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

enum form { FORM_PLAIN, FORM_CTX, FORM_TEAM, FORM_ACTIVE_SET };

struct routine_test {
  const char* name;
  void (*run)(void);
  enum form form;
};
struct routine_tests {
  const struct routine_test* tests;
  size_t count;
};
extern const struct routine_tests move_tests, atomic_tests, wait_tests, hand_tests, collective_tests;

/* Of the file that includes a list of rows: the functions, then their table. */
#define DEFINE_TESTS(table) const struct routine_tests table = {table##_rows, sizeof table##_rows / sizeof *table##_rows};

enum { AREA = 1 << 16, COUNT = 9, MOST_PES = 8 }; /* bytes of an area; elements that are moved */

/* Some or all PEs, in whatever order. */
struct ring {
  shmem_team_t team;
  shmem_ctx_t ctx;
  int log_stride;      /* of the active set from PE 0 on, -1 where the PEs are none */
  int world[MOST_PES]; /* by number: the number among all */
};

extern const char* routine_under_test;
extern struct ring ring;           /* the test is among these PEs */
extern int me, n, next, before;    /* in the ring: this PE, how many, and its neighbours */
extern unsigned char* area;        /* symmetric */
extern unsigned char* source_area; /* symmetric, with this PE's pattern */
extern uint64_t* signals;          /* symmetric, one for each PE and one more */
extern long* sync_words;           /* symmetric, SHMEM_SYNC_VALUE, for active sets */
extern unsigned char* work_area;   /* symmetric */
extern unsigned char local[AREA];

/* The pattern of a PE, by its number among all. */
unsigned char pattern(int pe, size_t byte);
/* The area is zeros on all PEs of the ring, the local memory too. */
unsigned char* fresh(void);
/* What this PE began is done; then, what all of the ring began. */
void complete(void);
void settle(void);
/* `bytes` of the image come from there in the pattern of a PE of the ring. */
void expect(unsigned char* image, size_t at, int pe, size_t from, size_t bytes);
/* What came from a PE's pattern: blocks of `each` elements, from `first` (element) on with those strides. All else is zeros. */
void check_image(const unsigned char* image, size_t size, size_t first, size_t to_stride, size_t from_stride, size_t each,
                 size_t blocks, int pe);

#endif
