/* All PEs count letters in one histogram, which PE 0 has, by atomic additions. No PE takes part in another's access.
 * Run it: oshcc histogram.c -o histogram && oshrun -n 4 ./histogram */
#include <shmem.h>
#include <stdio.h>

enum { kLetters = 26, kEach = 1000 };

int main(void) {
  shmem_init();
  long* counts = shmem_calloc(kLetters, sizeof *counts);
  const int me = shmem_my_pe();
  for (int i = 0; i < kEach; i++) shmem_long_atomic_inc(&counts[(i * 7 + me) % kLetters], 0);
  shmem_barrier_all();
  long sum = 0;
  if (me == 0) {
    for (int i = 0; i < kLetters; i++) sum += counts[i];
    printf("%d PEs counted %ld letters, expected %d\n", shmem_n_pes(), sum, shmem_n_pes() * kEach);
  }
  const int wrong = me == 0 && sum != (long)shmem_n_pes() * kEach;
  shmem_free(counts);
  shmem_finalize();
  return wrong;
}
