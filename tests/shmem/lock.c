/* Locks: nobody is in a critical section with another, what was written there is seen by the next, a lock that is taken is
   refused to who only asks, and who waits longest is next. */
#include "check.h"

enum { LOCKS = 5, ROUNDS = 300 };

static void check_exclusion(void) {
  long* locks = shmem_calloc(LOCKS, sizeof(long));
  long* counts = shmem_calloc(LOCKS, sizeof(long));
  for (int i = 0; i < ROUNDS; ++i) {
    const int lock = i % LOCKS;
    if (i % 7 == 3) {
      while (shmem_test_lock(&locks[lock]) != 0) continue;
    } else {
      shmem_set_lock(&locks[lock]);
    }
    const long seen = shmem_g(&counts[lock], 0);
    shmem_p(&counts[lock], seen + 1, 0);
    shmem_clear_lock(&locks[lock]);
  }
  shmem_barrier_all();
  if (shmem_my_pe() == 0) {
    for (int lock = 0; lock < LOCKS; ++lock) CHECK(counts[lock] == (long)(ROUNDS / LOCKS) * shmem_n_pes());
  }
  for (int lock = 0; lock < LOCKS; ++lock) CHECK(locks[lock] == 0);
  shmem_barrier_all();
  shmem_free(counts);
  shmem_free(locks);
}

static void check_test(void) {
  long* lock = shmem_calloc(1, sizeof(long));
  for (int holder = 0; holder < shmem_n_pes(); ++holder) {
    if (shmem_my_pe() == holder) CHECK(shmem_test_lock(lock) == 0);
    shmem_barrier_all();
    if (shmem_my_pe() != holder) CHECK(shmem_test_lock(lock) == 1);
    shmem_barrier_all();
    if (shmem_my_pe() == holder) shmem_clear_lock(lock);
    shmem_barrier_all();
  }
  shmem_free(lock);
}

/* The word of the one in front tells that `pe` has joined the queue. */
static void wait_for(const long* lock, int pe) {
  while ((uint64_t)shmem_atomic_fetch(lock, pe - 1) >> 33 != (uint64_t)pe + 1) continue;
}

/* PEs join the queue one after another while the first has the lock, and get it in that order. */
static void check_order(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes();
  long* lock = shmem_calloc(1, sizeof(long));
  long* served = shmem_calloc(1, sizeof(long));
  if (me == 0) shmem_set_lock(lock);
  shmem_barrier_all();
  if (me > 1) wait_for(lock, me - 1);
  if (me > 0) {
    shmem_set_lock(lock);
    CHECK(shmem_atomic_fetch_inc(served, 0) == me - 1);
  } else if (n > 1) {
    wait_for(lock, n - 1);
  }
  shmem_clear_lock(lock);
  shmem_barrier_all();
  shmem_free(served);
  shmem_free(lock);
}

int main(void) {
  shmem_init();
  check_exclusion();
  check_test();
  check_order();
  shmem_finalize();
  return 0;
}
