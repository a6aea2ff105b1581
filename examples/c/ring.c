/* A token goes around all ranks, and each rank adds its number to it.
 * Run it: mpicc ring.c -o ring && mpiexec -n 4 ./ring */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  if (rank == 0) {
    MPI_Request sent; /* the message may be to rank 0 itself, so it must not block */
    MPI_Isend(&rank, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &sent);
    MPI_Recv(&token, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    printf("the token came back with %d, expected %d\n", token, size * (size - 1) / 2);
  } else {
    MPI_Recv(&token, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    token += rank;
    MPI_Send(&token, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return rank == 0 && token != size * (size - 1) / 2;
}
