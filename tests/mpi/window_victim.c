/* A rank dies while it holds a lock that all others wait for. Driven by window_death_test.py.
 *   window_victim RANK KIND     RANK takes the exclusive lock of rank 0's memory, and waits to be killed; KIND: exclusive or
 * all, what the others ask for. Whoever is given an error says its class and tries once more. */
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int take(int all, MPI_Win win) {
  return all ? MPI_Win_lock_all(0, win) : MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
}

static const char* name_of(int code) {
  int found = -1;
  MPI_Error_class(code, &found);
  return found == MPI_SUCCESS ? "SUCCESS" : found == MPI_ERR_PROC_ABORTED ? "PROC_ABORTED" : "another class";
}

int main(int argc, char** argv) {
  int rank, *base, first, second;
  MPI_Win win;
  if (argc != 3) return 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == atoi(argv[1])) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    printf("rank %d holds\n", rank);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    for (;;) pause();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d waits\n", rank);
  fflush(stdout);
  first = take(strcmp(argv[2], "all") == 0, win);
  second = take(strcmp(argv[2], "all") == 0, win);
  printf("rank %d: %s, %s\n", rank, name_of(first), name_of(second));
  fflush(stdout);
  for (;;) { /* a launcher may end the others when one ends, and they ask this rank for its lock */
    int found;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE);
    sched_yield();
  }
}
