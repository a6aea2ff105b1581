/* A test program says what it expects; the first thing that is otherwise ends it with the line's text. */
#ifndef PENSTOCK_TESTS_ABI_EXPECT_H
#define PENSTOCK_TESTS_ABI_EXPECT_H

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                     \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

#endif
