/* What every process of a small job does: asks who it is three times, sends itself two messages, reduces once and reads a
   control variable. */
#include <mpi.h>

#include "expect.h"

static void read_variable(void) {
  MPI_T_cvar_handle handle;
  int provided, index, count, value = -1;
  EXPECT(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
  EXPECT(MPI_T_cvar_get_index("PENSTOCK_CUDA", &index) == MPI_SUCCESS);
  EXPECT(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS);
  EXPECT(count == 1);
  EXPECT(MPI_T_cvar_read(handle, &value) == MPI_SUCCESS);
  EXPECT(value == 0 || value == 1);
  EXPECT(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS);
  EXPECT(MPI_T_finalize() == MPI_SUCCESS);
}

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
  {
    int sum = 0;
    const int one = 1;
    EXPECT(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF) == MPI_SUCCESS);
    EXPECT(sum == 1);
  }
  read_variable();
  EXPECT(MPI_Finalize() == MPI_SUCCESS);
  puts("small job done");
  return 0;
}
