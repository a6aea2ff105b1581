/* An MPI program that dies in the middle of its communication. Driven by mpi_death_test.py.
 *   mpi_victim [ACTION [RANK [CODE]]]  abort (with CODE), segfault, exit, fatal-error, error (aborts with 17 where it is
 *                                      returned), wait (for a signal from outside), none */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kCount = 1 << 18, kWarmUp = 20 };

static int rank, size;
static double* out;
static double* in;

/* One round of neighbours passing on a small and a large message, so that every protocol is under way. */
static void round_trip(int round) {
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  const int count = round % 2 ? kCount : 16;
  out[0] = rank * 1000.0 + round;
  MPI_Sendrecv(out, count, MPI_DOUBLE, next, 7, in, count, MPI_DOUBLE, previous, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (in[0] != previous * 1000.0 + round) {
    fprintf(stderr, "rank %d: wrong data in round %d\n", rank, round);
    exit(3);
  }
}

static void act(const char* action, int code) {
  if (strcmp(action, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, code);
  if (strcmp(action, "error") == 0 && MPI_Send(out, 1, MPI_DOUBLE, size + 1, 0, MPI_COMM_SELF) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 17);
  if (strcmp(action, "segfault") == 0) *(volatile int*)0 = 1;
  if (strcmp(action, "exit") == 0) exit(5);
  if (strcmp(action, "fatal-error") == 0) MPI_Send(out, 1, MPI_DOUBLE, size + 1, 0, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  const char* action = argc > 1 ? argv[1] : "none";
  const int actor = argc > 2 ? atoi(argv[2]) : 0;
  const int code = argc > 3 ? atoi(argv[3]) : 42;
  int round;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  out = calloc(kCount, sizeof *out);
  in = calloc(kCount, sizeof *in);
  if (out == NULL || in == NULL) MPI_Abort(MPI_COMM_WORLD, 2);
  for (round = 0; round < kWarmUp; ++round) round_trip(round);
  printf("rank %d of %d ready\n", rank, size);
  fflush(stdout);
  if (strcmp(action, "none") != 0) {
    if (strcmp(action, "wait") != 0 && rank == actor) act(action, code);
    for (;; ++round) round_trip(round);
  }
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
