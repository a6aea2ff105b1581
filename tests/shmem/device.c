/* Symmetric memory on GPUs: put, get, their strided forms, single elements, atomics and signals between any two of host and
   device, on the PE itself, its neighbour, and (with PENSTOCK_SIMULATED_HOSTS) PEs of another host. */
#include <penstock_gpu.h>
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <string.h>

#define CHECK(what)                                                                                              \
  do {                                                                                                           \
    if (!(what)) {                                                                                               \
      fprintf(stderr, "%s:%d: PE %d: %s: %s\n", __FILE__, __LINE__, shmem_my_pe(), #what, penstock_gpu_error()); \
      shmem_global_exit(1);                                                                                      \
    }                                                                                                            \
  } while (0)

enum { WORDS = 40000 }; /* of an allocation: large and small transfers go different ways */

static int me, n;

static long value(int pe, int seed, int i) {
  return pe * 1000003L + seed * 101L + i;
}
static void fill(long* memory, int seed) {
  static long image[WORDS];
  for (int i = 0; i < WORDS; ++i) image[i] = value(me, seed, i);
  CHECK(penstock_gpu_copy(memory, image, sizeof image) == 0);
}
/* `count` words from word `at` on have the values of a PE's words from `from` on, `step` words apart; those around them are
   this PE's own. */
static void look(const long* memory, int seed, int at, int pe, int its_seed, int from, int count, int step) {
  static long image[WORDS];
  CHECK(penstock_gpu_copy(image, memory, sizeof image) == 0);
  for (int i = 0; i < count; ++i) CHECK(image[at + i * step] == value(pe, its_seed, from + i * step));
  CHECK(image[at - 1] == value(me, seed, at - 1));
  CHECK(image[at + (count - 1) * step + 1] == value(me, seed, at + (count - 1) * step + 1));
}

/* Into `dest` of that PE from this PE's `source`, and back again. */
static void check_moves(long* dest, long* source, int to, int from) {
  const int counts[] = {1, 100, 30000};
  for (int turn = 0; turn < 3; ++turn) {
    const int count = counts[turn];
    fill(dest, 1);
    fill(source, 2);
    shmem_barrier_all();
    shmem_long_put(&dest[5], &source[7], (size_t)count, to);
    shmem_barrier_all();
    look(dest, 1, 5, from, 2, 7, count, 1);
    shmem_barrier_all();
    fill(source, 3);
    shmem_long_get_nbi(&source[3], &dest[2], (size_t)count, to);
    shmem_quiet();
    shmem_barrier_all();
    fill(dest, 4);
    fill(source, 5);
    shmem_barrier_all();
    shmem_long_get(&source[3], &dest[2], (size_t)count, to);
    look(source, 5, 3, to, 4, 2, count, 1);
    shmem_barrier_all();
  }
  fill(dest, 6);
  fill(source, 7);
  shmem_barrier_all();
  shmem_long_iput(&dest[4], &source[4], 3, 3, 50, to);
  shmem_long_p(&dest[1000], 77 + me, to);
  CHECK(shmem_long_g(&dest[2000], to) == value(to, 6, 2000));
  shmem_barrier_all();
  look(dest, 6, 4, from, 7, 4, 50, 3);
  CHECK(shmem_long_g(&dest[1000], me) == 77 + from);
  shmem_barrier_all();
}

static void check_atomics(long* words, int to, int from) {
  fill(words, 8);
  shmem_barrier_all();
  CHECK(shmem_long_atomic_fetch(&words[1], to) == value(to, 8, 1));
  CHECK(shmem_long_atomic_fetch_add(&words[2], 5, to) == value(to, 8, 2));
  CHECK(shmem_long_atomic_swap(&words[3], 900 + me, to) == value(to, 8, 3));
  CHECK(shmem_long_atomic_compare_swap(&words[4], value(to, 8, 4), 800 + me, to) == value(to, 8, 4));
  shmem_long_atomic_add(&words[5], 6, to);
  shmem_long_atomic_inc(&words[6], 0);
  shmem_quiet();
  shmem_barrier_all();
  CHECK(shmem_long_g(&words[2], me) == value(me, 8, 2) + 5 && shmem_long_g(&words[3], me) == 900 + from);
  CHECK(shmem_long_g(&words[4], me) == 800 + from && shmem_long_g(&words[5], me) == value(me, 8, 5) + 6);
  CHECK(shmem_long_g(&words[6], 0) == value(0, 8, 6) + n);
  shmem_barrier_all();
}

/* The data lie there when the signal does. */
static void check_signals(long* dest, long* source, uint64_t* signal, int to, int from) {
  for (uint64_t turn = 1; turn <= 4; ++turn) {
    fill(dest, 9);
    fill(source, 10 + (int)turn);
    shmem_barrier_all();
    shmem_long_put_signal(&dest[1], &source[1], 20000, signal, turn, SHMEM_SIGNAL_SET, to);
    CHECK(shmem_signal_wait_until(signal, SHMEM_CMP_GE, turn) == turn);
    look(dest, 9, 1, from, 10 + (int)turn, 1, 20000, 1);
    shmem_barrier_all();
  }
  *signal = 0;
  shmem_barrier_all();
}

int main(void) {
  CHECK(penstock_gpu_open() > 0);
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  CHECK(shmemx_malloc_device(100) == NULL); /* there is no context yet */
  CHECK(penstock_gpu_select(me % penstock_gpu_open()) == 0);
  long* const memory[2] = {shmem_malloc(WORDS * sizeof(long)), shmemx_malloc_device(WORDS * sizeof(long))};
  long* const others[2] = {shmalloc(WORDS * sizeof(long), SHMEMX_DOMAIN_HOST),
                           shmalloc(WORDS * sizeof(long), SHMEMX_DOMAIN_DEVICE)};
  void* mine = NULL; /* local memory of the GPU, which is not symmetric */
  uint64_t* const signal = shmem_calloc(1, sizeof *signal);
  CHECK(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, WORDS * sizeof(long), &mine) == 0);
  CHECK(memory[0] != NULL && memory[1] != NULL && others[0] != NULL && others[1] != NULL && shmemx_malloc_device(0) == NULL);
  CHECK(shmem_ptr(memory[1], me) == NULL);
  for (int apart = 0; apart < n; ++apart) {
    const int to = (me + apart) % n, from = (me + n - apart) % n;
    for (int there = 0; there < 2; ++there) {
      for (int here = 0; here < 2; ++here) {
        check_moves(memory[there], others[here], to, from);
        check_signals(memory[there], others[here], signal, to, from);
      }
      check_moves(memory[there], mine, to, from);
      check_atomics(memory[there], to, from);
    }
  }
  CHECK(penstock_gpu_free(PENSTOCK_GPU_DEVICE, mine) == 0);
  shmem_free(others[1]);
  shmem_free(others[0]);
  long* const again = shmemx_malloc_device(1 << 20);
  CHECK(again != NULL);
  shmem_free(again);
  shmem_free(memory[0]);
  shmem_finalize(); /* what is left goes with it */
  return 0;
}
