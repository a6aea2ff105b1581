/* What the programs of this folder share: checks that end the job. */
#ifndef PENSTOCK_TESTS_SHMEM_CHECK_H
#define PENSTOCK_TESTS_SHMEM_CHECK_H

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                                    \
  do {                                                                                 \
    if (!(what)) {                                                                     \
      fprintf(stderr, "%s:%d: PE %d: %s\n", __FILE__, __LINE__, shmem_my_pe(), #what); \
      shmem_global_exit(1);                                                            \
    }                                                                                  \
  } while (0)

enum { MOST_PES = 64 };

#endif
