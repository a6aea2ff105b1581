/* Names that programs written for earlier OpenSHMEM have: set-up, memory, waiting, atomics, active sets with their arrays. */
#include "check.h"

static long sums[2], values[2], work[_SHMEM_REDUCE_MIN_WRKDATA_SIZE], words[_SHMEM_REDUCE_SYNC_SIZE];
static long turn, old_words[_SHMEM_BARRIER_SYNC_SIZE];

static void check_memory(void) {
  char* memory = shmalloc(100);
  CHECK(memory != NULL && shmem_addr_accessible(memory, 0));
  memset(memory, 3, 100);
  memory = shrealloc(memory, 100000);
  CHECK(memory != NULL && memory[99] == 3);
  shfree(memory);
  memory = shmemalign(8192, 10);
  CHECK((size_t)memory % 8192 == 0);
  shfree(memory);
}

static void check_atomics(int me, int n) {
  long* word = shmalloc(sizeof(long));
  *word = 0;
  shmem_barrier_all();
  shmem_long_add(word, 2, 0);
  shmem_long_inc(word, 0);
  shmem_barrier_all();
  if (me == 0) {
    CHECK(shmem_long_fetch(word, 0) == 3L * n && shmem_long_fadd(word, 1, 0) == 3L * n);
    CHECK(shmem_long_finc(word, 0) == 3L * n + 1 && shmem_long_cswap(word, 3L * n + 2, 7, 0) == 3L * n + 2);
    CHECK(shmem_long_swap(word, 8, 0) == 7);
    shmem_long_set(word, 9, 0);
    CHECK(shmem_fetch(word, 0) == 9);
  }
  shmem_barrier_all();
  shfree(word);
}

/* The turn goes round, PE after PE. */
static void check_waits(int me, int n) {
  if (me > 0) shmem_wait(&turn, 0);
  if (me > 0) CHECK(turn == me);
  if (me + 1 < n) shmem_long_p(&turn, me + 1, me + 1);
  if (me > 0) shmem_long_wait(&turn, 0);
  if (me > 0) shmem_long_wait_until(&turn, _SHMEM_CMP_GE, me);
  shmem_barrier_all();
}

int main(void) {
  start_pes(0);
  const int me = _my_pe(), n = _num_pes();
  CHECK(me == shmem_my_pe() && n == shmem_n_pes());
  for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; ++i) words[i] = _SHMEM_SYNC_VALUE;
  for (int i = 0; i < _SHMEM_BARRIER_SYNC_SIZE; ++i) old_words[i] = _SHMEM_SYNC_VALUE;
  check_memory();
  check_atomics(me, n);
  check_waits(me, n);
  values[0] = me, values[1] = 1;
  shmem_barrier(0, 0, n, old_words);
  shmem_long_sum_to_all(sums, values, 2, 0, 0, n, work, words);
  CHECK(sums[0] == (long)n * (n - 1) / 2 && sums[1] == n);
  for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; ++i) CHECK(words[i] == _SHMEM_SYNC_VALUE);
  return 0; /* the end of the program is that of OpenSHMEM too */
}
