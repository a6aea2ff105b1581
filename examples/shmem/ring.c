/* Each PE puts its number into the memory of the next one.
 * Run it: oshcc ring.c -o ring && oshrun -n 4 ./ring */
#include <shmem.h>
#include <stdio.h>

int main(void) {
  static int from = -1; /* static data are symmetric: every PE has them at an address that the others can name */
  shmem_init();
  const int me = shmem_my_pe(), pes = shmem_n_pes();
  shmem_int_p(&from, me, (me + 1) % pes);
  shmem_barrier_all(); /* completes the puts of all PEs */
  printf("PE %d of %d got a number from PE %d\n", me, pes, from);
  const int right = from == (me + pes - 1) % pes;
  shmem_finalize();
  return !right;
}
