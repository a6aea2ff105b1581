/* What the tests of routines on streams share: a GPU's memory, a stream, and graphs of one, by the driver. */
#ifndef PENSTOCK_TESTS_SHMEM_STREAM_H
#define PENSTOCK_TESTS_SHMEM_STREAM_H

#include <penstock_gpu.h>
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                                                              \
  do {                                                                                                           \
    if (!(what)) {                                                                                               \
      fprintf(stderr, "%s:%d: PE %d: %s: %s\n", __FILE__, __LINE__, shmem_my_pe(), #what, penstock_gpu_error()); \
      shmem_global_exit(1);                                                                                      \
    }                                                                                                            \
  } while (0)

static int me, n;
static const char* where = "device";
static penstock_gpu_stream lane;
static shmemx_stream_t stream; /* the same */

static shmemx_stream_t handle_of(penstock_gpu_stream made) {
  return (shmemx_stream_t)(void*)made;
}
/* Symmetric memory of what the program is told: "device" (where it is told nothing), "host", or "mixed", in which it
 * alternates. */
static inline void* take(size_t bytes) {
  static int taken = 0;
  const int on_host = strcmp(where, "host") == 0 || (strcmp(where, "mixed") == 0 && taken++ % 2 == 1);
  void* const memory = on_host ? shmem_malloc(bytes) : shmemx_malloc_device(bytes);
  CHECK(memory != NULL);
  return memory;
}
/* In front of all else, and a stream. */
static void begin(void) {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  CHECK(penstock_gpu_open() > 0);
  CHECK(penstock_gpu_select(me % penstock_gpu_open()) == 0);
  CHECK(penstock_gpu_stream_create(&lane) == 0);
  stream = handle_of(lane);
}
static void synchronize(void) {
  CHECK(penstock_gpu_stream_synchronize(lane) == 0);
}
static void end(void) {
  synchronize();
  CHECK(penstock_gpu_stream_destroy(lane) == 0);
  shmem_finalize();
}

#endif
