/* Collectives of MPI and of OpenSHMEM one after another, on memory of both kinds, while a communicator and a team come and go;
   then threads, each with a context of its own, beside one that calls MPI. */
#include <mpi.h>
#include <pthread.h>

#include "check.h"

enum { THREADS = 3, ROUNDS = 200, LARGE = 30000 };

static long number, sum, gathered[MOST_PES], counts[THREADS];
static long numbers[LARGE], sums[LARGE];

static void check_collectives(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes();
  const long expected = (long)n * (n - 1) / 2;
  for (int round = 0; round < 50; ++round) {
    MPI_Comm half;
    shmem_team_t team;
    number = me;
    CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, &sum, &number, 1) == 0 && sum == expected);
    CHECK(MPI_Allreduce(&number, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS && sum == expected);
    CHECK(MPI_Comm_split(MPI_COMM_WORLD, me % 2, 0, &half) == MPI_SUCCESS);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &team) == 0);
    CHECK(MPI_Barrier(half) == MPI_SUCCESS && shmem_fcollect(team, gathered, &number, 1) == 0);
    for (int pe = 0; pe < n; ++pe) CHECK(gathered[pe] == pe);
    shmem_team_destroy(team);
    CHECK(MPI_Comm_free(&half) == MPI_SUCCESS);
  }
  for (int i = 0; i < LARGE; ++i) numbers[i] = me + i;
  CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, sums, numbers, LARGE) == 0);
  for (int i = 0; i < LARGE; ++i) CHECK(sums[i] == expected + (long)n * i);
  CHECK(MPI_Bcast(sums, LARGE, MPI_LONG, n - 1, MPI_COMM_WORLD) == MPI_SUCCESS);
  shmem_barrier_all();
}

static void* add_with_own_context(void* argument) {
  long* const count = argument;
  shmem_ctx_t ctx;
  CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
  for (int i = 0; i < ROUNDS; ++i) {
    for (int pe = 0; pe < shmem_n_pes(); ++pe) shmem_atomic_inc(ctx, count, pe);
    shmem_ctx_quiet(ctx);
  }
  shmem_ctx_destroy(ctx);
  return NULL;
}

static void check_threads(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) CHECK(pthread_create(&threads[i], NULL, add_with_own_context, &counts[i]) == 0);
  for (int i = 0; i < ROUNDS; ++i) CHECK(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS);
  for (int i = 0; i < THREADS; ++i) shmem_wait_until(&counts[i], SHMEM_CMP_EQ, (long)ROUNDS * shmem_n_pes());
  for (int i = 0; i < THREADS; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
}

int main(int argc, char** argv) {
  int mpi_level = 0, level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &mpi_level);
  CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level) == 0 && level == SHMEM_THREAD_MULTIPLE);
  CHECK(mpi_level == MPI_THREAD_MULTIPLE);
  check_collectives();
  check_threads();
  MPI_Finalize();
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
