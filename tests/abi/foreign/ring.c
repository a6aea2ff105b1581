/* A program of the standard ABI, compiled by another implementation's wrapper: a ring of messages, a reduction, a strided
 * type, and the library's own name on the last line. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  int rank, size, got = -1, sum = 0, length = 0, i;
  int column[8] = {0};
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Status status;
  MPI_Request request;
  MPI_Datatype strided;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 5, MPI_COMM_WORLD, &request);
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  if (got != (rank + size - 1) % size || status.MPI_SOURCE != got || status.MPI_TAG != 5) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (sum != size * (size - 1) / 2) MPI_Abort(MPI_COMM_WORLD, 4);
  MPI_Type_vector(4, 1, 2, MPI_INT, &strided);
  MPI_Type_commit(&strided);
  if (rank == 0) {
    for (i = 0; i < 8; ++i) column[i] = i + 1;
  }
  MPI_Bcast(column, 1, strided, 0, MPI_COMM_WORLD);
  for (i = 0; i < 8; ++i) {
    if (column[i] != (rank == 0 || i % 2 == 0 ? i + 1 : 0)) MPI_Abort(MPI_COMM_WORLD, 5);
  }
  MPI_Type_free(&strided);
  MPI_Get_library_version(library, &length);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d ranks on %s\n", size, library);
  MPI_Finalize();
  return 0;
}
