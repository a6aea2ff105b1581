/* Static data of the program are symmetric: put, get, atomics, waiting, collectives and locks on them, pointers to those of
   peers; a forked child has its own; after the end they are as they were, and again at the next begin. */
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static long zeros[100];
static long numbers[100] = {1, 2, 3};
long common;
static char untouched[64 << 20];
static long lock, count, collected[MOST_PES], mine;
static uint64_t word;

static void check_access(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  long* const there = shmem_ptr(&zeros[5], next);
  CHECK(shmem_addr_accessible(&common, next) && shmem_addr_accessible(&untouched[sizeof untouched - 1], next));
  CHECK(shmem_ptr(zeros, me) == zeros && !shmem_addr_accessible(&there, next));
  CHECK(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
  shmem_barrier_all();
  shmem_p(&common, me + 100L, next);
  shmem_atomic_add(&count, 1, 0);
  if (there != NULL) {
    *there = me + 1;
  } else { /* on another host */
    shmem_p(&zeros[5], me + 1L, next);
  }
  shmem_put_signal(&numbers[10], &numbers[0], 3, &word, 1, SHMEM_SIGNAL_ADD, next);
  shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 1);
  CHECK(numbers[10] == 1 && numbers[12] == 3);
  shmem_barrier_all();
  CHECK(common == before + 100 && zeros[5] == before + 1 && shmem_g(&common, next) == me + 100 && shmem_g(&count, 0) == n);
  CHECK(shmem_g(&untouched[12345678], next) == 0);
  shmem_barrier_all();
  shmem_p(&untouched[12345678], 7, next);
  mine = me;
  CHECK(shmem_fcollect(SHMEM_TEAM_WORLD, collected, &mine, 1) == 0);
  for (int pe = 0; pe < n; ++pe) CHECK(collected[pe] == pe);
  shmem_barrier_all();
  CHECK(untouched[12345678] == 7);
  for (int i = 0; i < 100; ++i) {
    shmem_set_lock(&lock);
    shmem_p(&count, shmem_g(&count, 0) + 1, 0);
    shmem_clear_lock(&lock);
  }
  shmem_barrier_all();
  CHECK(shmem_g(&count, 0) == 101L * n);
  shmem_barrier_all();
}

static void check_child(void) {
  common = 1;
  const pid_t child = fork();
  if (child == 0) {
    common += 41;
    _exit(common == 42 ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(common == 1);
  shmem_barrier_all();
}

int main(void) {
  for (int again = 0; again < 2; ++again) {
    shmem_init();
    check_access();
    check_child();
    shmem_finalize();
    if (common != 1 || numbers[12] != 3 || untouched[12345678] != 7) return 1;
    common = 0, count = 0, word = 0, zeros[5] = 0, untouched[12345678] = 0;
  }
  return 0;
}
