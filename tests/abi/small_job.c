/* What every process of a small job does: asks who it is three times and sends itself two messages. */
#include <mpi.h>

#include "expect.h"

int main(int argc, char** argv) {
  int rank = -1;
  int i;
  EXPECT(MPI_Init(&argc, &argv) == MPI_SUCCESS);
  for (i = 0; i < 3; ++i) EXPECT(MPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS);
  for (i = 0; i < 2; ++i) {
    MPI_Request request;
    int got = -1;
    EXPECT(MPI_Irecv(&got, 1, MPI_INT, 0, i, MPI_COMM_SELF, &request) == MPI_SUCCESS);
    EXPECT(MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_SELF) == MPI_SUCCESS);
    EXPECT(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    EXPECT(got == i);
  }
  EXPECT(MPI_Finalize() == MPI_SUCCESS);
  puts("small job done");
  return 0;
}
