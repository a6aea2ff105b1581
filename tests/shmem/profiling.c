/* A tool's own routines stand in place of the library's, which it calls by the names of pshmem.h. */
#include <pshmem.h>

#include "check.h"

static int seen_puts, seen_barriers;
static long word;

void shmem_long_p(long* dest, long value, int pe) {
  ++seen_puts;
  pshmem_long_p(dest, value, pe);
}

void shmem_barrier_all(void) {
  ++seen_barriers;
  pshmem_barrier_all();
}

int main(void) {
  shmem_init();
  shmem_p(&word, 1L + shmem_my_pe(), (shmem_my_pe() + 1) % shmem_n_pes());
  shmem_barrier_all();
  CHECK(seen_puts == 1 && seen_barriers == 1);
  CHECK(word == 1L + (shmem_my_pe() + shmem_n_pes() - 1) % shmem_n_pes());
  shmem_finalize();
  return 0;
}
