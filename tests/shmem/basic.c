/* Set-up, the symmetric heap, put, get, atomics, waiting and barriers, with the names that C11 selects. With an argument MPI
   runs too: "first" begins it before OpenSHMEM, "second" after. */
#include <mpi.h>
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

static void check_memory(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n;
  CHECK(shmem_malloc(0) == NULL);
  CHECK(shmem_malloc((size_t)1 << 45) == NULL);
  char* wide = shmem_align(4096, 100);
  CHECK(wide != NULL && (size_t)wide % 4096 == 0 && shmem_addr_accessible(wide, next));
  CHECK(!shmem_addr_accessible(&wide, next) && shmem_pe_accessible(next) && !shmem_pe_accessible(n));
  CHECK(shmem_ptr(wide, me) == wide && shmem_ptr(&wide, me) == NULL);
  long* numbers = shmem_calloc(1000, sizeof(long));
  for (int i = 0; i < 1000; ++i) CHECK(numbers[i] == 0);
  memset(numbers, 1, 1000 * sizeof(long));
  numbers = shmem_realloc(numbers, 500000 * sizeof(long));
  CHECK(numbers != NULL && ((char*)numbers)[7999] == 1);
  shmem_free(numbers);
  numbers = shmem_calloc(1000, sizeof(long));
  for (int i = 0; i < 1000; ++i) CHECK(numbers[i] == 0);
  shmem_free(numbers);
  shmem_free(wide);
}

/* Any power of two, as far as the heap has room; pages are taken as they are touched. */
static void check_alignment(void) {
  const int next = (shmem_my_pe() + 1) % shmem_n_pes();
  enum { MOST = 30 };
  char* kept[MOST + 1] = {NULL};
  for (int bits = 3; bits <= MOST; ++bits) {
    const size_t alignment = (size_t)1 << bits;
    char* const memory = bits % 2 == 0 ? shmem_align(alignment, 4096) : shmem_align(alignment, alignment / 2 + 1);
    CHECK(memory != NULL && (size_t)memory % alignment == 0 && shmem_addr_accessible(memory, next));
    shmem_putmem(memory, &bits, sizeof bits, next);
    kept[bits] = memory;
  }
  shmem_barrier_all();
  for (int bits = 3; bits <= MOST; ++bits) {
    CHECK(memcmp(kept[bits], &bits, sizeof bits) == 0);
    shmem_free(kept[bits]);
  }
  CHECK(shmem_align((size_t)1 << 50, 8) == NULL && shmem_align(3 * sizeof(void*), 8) == NULL);
}

static void check_moves(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  double* data = shmem_calloc(64, sizeof(double));
  double mine[64], got[64];
  for (int i = 0; i < 64; ++i) mine[i] = me * 100 + i;
  shmem_put(data, mine, 32, next);
  shmem_p(&data[40], 7.5 + me, next);
  shmem_iput(&data[41], mine, 2, 3, 3, next);
  shmem_barrier_all();
  for (int i = 0; i < 32; ++i) CHECK(data[i] == before * 100 + i);
  CHECK(data[40] == 7.5 + before && data[41] == before * 100 && data[43] == before * 100 + 3 && data[45] == before * 100 + 6);
  CHECK(data[42] == 0);
  CHECK(shmem_g(&data[1], next) == me * 100 + 1);
  shmem_get_nbi(got, data, 32, next);
  shmem_quiet();
  for (int i = 0; i < 32; ++i) CHECK(got[i] == me * 100 + i);
  shmem_ibget(got, data, 4, 8, 2, 2, next);
  CHECK(got[0] == me * 100 && got[1] == me * 100 + 1 && got[4] == me * 100 + 8 && got[5] == me * 100 + 9);
  shmem_barrier_all();
  shmem_free(data);
}

static void check_atomics(void) {
  const int n = shmem_n_pes();
  long* sum = shmem_calloc(4, sizeof(long));
  for (int i = 0; i < 1000; ++i) shmem_atomic_add(&sum[0], 1, 0);
  for (int i = 0; i < 1000; ++i) shmem_atomic_fetch_inc(&sum[1], 0);
  while (shmem_atomic_compare_swap(&sum[2], 0, 1, 0) != 0) continue; /* a lock round an ordinary count */
  shmem_p(&sum[3], shmem_g(&sum[3], 0) + 1, 0);
  shmem_quiet();
  shmem_atomic_set(&sum[2], 0, 0);
  shmem_barrier_all();
  CHECK(shmem_atomic_fetch(&sum[0], 0) == 1000L * n && shmem_g(&sum[1], 0) == 1000L * n && shmem_g(&sum[3], 0) == n);
  shmem_barrier_all();
  shmem_free(sum);
}

static void check_waits(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  uint64_t* signals = shmem_calloc((size_t)n, sizeof(uint64_t));
  int* data = shmem_calloc(1000, sizeof(int));
  int* mine = malloc(1000 * sizeof(int));
  for (int round = 1; round <= 20; ++round) {
    for (int i = 0; i < 1000; ++i) mine[i] = round * 10000 + me * 1000 + i;
    shmem_put_signal(data, mine, 1000, &signals[me], (uint64_t)round, SHMEM_SIGNAL_SET, next);
    CHECK(shmem_signal_wait_until(&signals[before], SHMEM_CMP_GE, (uint64_t)round) == (uint64_t)round);
    for (int i = 0; i < 1000; ++i) CHECK(data[i] == round * 10000 + before * 1000 + i);
    shmem_barrier_all();
  }
  for (int pe = 0; pe < n; ++pe) shmem_p(&signals[me], 77, pe);
  shmem_wait_until_all(signals, (size_t)n, NULL, SHMEM_CMP_EQ, 77);
  CHECK(shmem_test_any(signals, (size_t)n, NULL, SHMEM_CMP_NE, 77) == SIZE_MAX);
  CHECK(shmem_test(&signals[0], SHMEM_CMP_LT, 78));
  static short narrow;
  static unsigned short unsigned_narrow;
  shmem_barrier_all();
  shmem_p(&narrow, -3, next);
  shmem_p(&unsigned_narrow, 65533, next);
  shmem_wait_until(&narrow, SHMEM_CMP_LT, 0);
  shmem_wait_until(&unsigned_narrow, SHMEM_CMP_GT, 65000);
  CHECK(shmem_test(&narrow, SHMEM_CMP_EQ, -3) && shmem_test(&unsigned_narrow, SHMEM_CMP_EQ, 65533));
  free(mine);
  shmem_barrier_all();
  shmem_free(data);
  shmem_free(signals);
}

int main(int argc, char** argv) {
  const char* order = argc > 1 ? argv[1] : "none";
  int rank = 0;
  if (!strcmp(order, "first")) MPI_Init(&argc, &argv);
  shmem_init();
  if (!strcmp(order, "second")) MPI_Init(&argc, &argv);
  for (int again = 0; again < 2; ++again) {
    check_memory();
    check_alignment();
    check_moves();
    check_atomics();
    check_waits();
    if (strcmp(order, "none") && again == 0) {
      int sum = 0, one = 1;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      CHECK(rank == shmem_my_pe() && sum == shmem_n_pes());
    }
  }
  if (!strcmp(order, "second")) MPI_Finalize();
  shmem_finalize();
  for (int again = 0; again < 3; ++again) { /* uses are counted, and the last end is no end for ever */
    int running = 1;
    shmem_query_initialized(&running);
    if (running) return 1;
    shmem_init();
    shmem_init();
    shmem_finalize();
    check_atomics();
    shmem_finalize();
  }
  if (!strcmp(order, "first")) MPI_Finalize();
  return 0;
}
